// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Marks the pixels whose neighbourhood holds nodata: a minimum over rows, then over columns.
#include "cpu/unknown.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace strandline::cpu {
namespace {

constexpr std::int64_t kHalo = EdgesOperation::kHalo;

// column_minimum[j] becomes 0 where column first_col - kHalo + j has a nodata pixel in the 7 rows around `image_row`.
void minimum_over_rows(const Band& band, Border border, std::int64_t image_row, std::int64_t first_col,
                       std::span<std::uint8_t> column_minimum) {
  const std::int64_t width = std::ssize(column_minimum);
  const std::int64_t begin = std::max<std::int64_t>(0, kHalo - first_col);  // of the columns inside the frame
  const std::int64_t end = std::min(width, band.input.cols + kHalo - first_col);
  std::fill(column_minimum.begin(), column_minimum.end(), std::uint8_t{255});
  for (std::int64_t i = -kHalo; i <= kHalo; ++i) {
    const std::int64_t row = band.input_row(image_row + i, border);
    if (row == kOutside) continue;
    const auto* valid = reinterpret_cast<const std::uint8_t*>(band.valid.row_bytes(row));
    const auto lower = [&](std::int64_t j, std::int64_t col) {
      if (col != kOutside) column_minimum[j] = std::min(column_minimum[j], valid[col]);
    };
    for (std::int64_t j = 0; j < begin; ++j) lower(j, border_index(first_col - kHalo + j, band.input.cols, border));
    for (std::int64_t j = begin; j < end; ++j) lower(j, first_col - kHalo + j);
    for (std::int64_t j = end; j < width; ++j) lower(j, border_index(first_col - kHalo + j, band.input.cols, border));
  }
}

}  // namespace

void mark_unknown(const EdgesOperation& operation, const Band& band, const Tile& tile) {
  std::array<std::uint8_t, kMostTileCols + 2 * kHalo> memory;
  const auto column_minimum = std::span(memory).first(static_cast<std::size_t>(tile.cols + 2 * kHalo));
  for (std::int64_t row = tile.first_row; row < tile.first_row + tile.rows; ++row) {
    minimum_over_rows(band, operation.border, band.first_row + row, tile.first_col, column_minimum);
    if (std::find(column_minimum.begin(), column_minimum.end(), std::uint8_t{0}) == column_minimum.end()) continue;
    auto* output = reinterpret_cast<std::uint8_t*>(band.output.row_bytes(row)) + tile.first_col;
    for (std::int64_t col = 0; col < tile.cols; ++col) {
      std::uint8_t minimum = 255;
      for (std::int64_t j = 0; j <= 2 * kHalo; ++j) minimum = std::min(minimum, column_minimum[col + j]);
      if (minimum == 0) output[col] = kUnknown;
    }
  }
}

}  // namespace strandline::cpu
