// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Copies a stretch of an input row, extended by the border rule, to where vectors may load past its ends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include <strandline/band.hpp>

namespace strandline::cpu {

/// border_index(), without its divisions where a pixel lies outside by less than an image.
inline std::int64_t near_border_index(std::int64_t i, std::int64_t size, Border border) {
  if (i <= -size || i >= 2 * size - 1) return border_index(i, size, border);
  switch (border) {
    case Border::reflect:
      return i < 0 ? -1 - i : i < size ? i : 2 * size - 1 - i;
    case Border::reflect101:
      return i < 0 ? -i : i < size ? i : 2 * size - 2 - i;
    case Border::wrap:
      return i < 0 ? i + size : i < size ? i : i - size;
    default:
      return border_index(i, size, border);
  }
}

/// target[j] becomes the pixel at (image_row, first_col + j) of the endlessly extended image, for j in [0, count).
template <Pixel T>
void copy_extended_row(const Band& band, Border border, std::int64_t image_row, std::int64_t first_col,
                       std::int64_t count, T* target) {
  const std::int64_t row = band.input_row(image_row, border);
  if (row == kOutside) {
    std::fill_n(target, count, T{0});
    return;
  }
  const std::int64_t cols = band.input.cols;
  const std::byte* source = band.input.row_bytes(row);
  constexpr std::int64_t kBytes = sizeof(T);
  const auto copy_one = [&](std::int64_t j) {
    const std::int64_t col = near_border_index(first_col + j, cols, border);
    target[j] = 0;
    if (col != kOutside) std::memcpy(target + j, source + col * kBytes, sizeof(T));
  };
  const std::int64_t begin = std::clamp<std::int64_t>(-first_col, 0, count);  // of what lies inside the frame
  const std::int64_t end = std::clamp<std::int64_t>(cols - first_col, begin, count);
  for (std::int64_t j = 0; j < begin; ++j) copy_one(j);
  std::memcpy(target + begin, source + (first_col + begin) * kBytes, static_cast<std::size_t>((end - begin) * kBytes));
  for (std::int64_t j = end; j < count; ++j) copy_one(j);
}

}  // namespace strandline::cpu
