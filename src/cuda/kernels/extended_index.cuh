// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Rows and columns of the endlessly extended image, on the device.
#pragma once

#include <cstdint>

#include <strandline/band.hpp>

namespace strandline::cuda {

// The index that border_index() gives for pixels that lie outside by less than an image. Where it gives none, a number
// that lies outside itself.
__device__ __forceinline__ std::int64_t folded_index(std::int64_t i, std::int64_t size, Border border) {
  switch (border) {
    case Border::zero:
      return kOutside;
    case Border::replicate:
      return i < 0 ? 0 : size - 1;
    case Border::reflect:
      return i < 0 ? -1 - i : 2 * size - 1 - i;
    case Border::reflect101:
      return i < 0 ? -i : 2 * size - 2 - i;
    case Border::wrap:
      return i < 0 ? i + size : i - size;
  }
  return i;
}

// The divisions of 64-bit numbers in border_index() are hundreds of instructions: few images need them, and one copy of
// them is enough.
static __device__ __noinline__ std::int64_t index_outside(std::int64_t i, std::int64_t size, Border border) {
  const std::int64_t folded = folded_index(i, size, border);
  return folded == kOutside || (folded >= 0 && folded < size) ? folded : border_index(i, size, border);
}

/// border_index().
__device__ __forceinline__ std::int64_t extended_index(std::int64_t i, std::int64_t size, Border border) {
  return i >= 0 && i < size ? i : index_outside(i, size, border);
}

/// Band::input_row().
__device__ __forceinline__ std::int64_t extended_row(const Band& band, std::int64_t image_row, Border border) {
  const std::int64_t held = image_row - band.input_first_row;
  if (held >= 0 && held < band.input.rows) return held;
  const std::int64_t mapped = index_outside(image_row, band.image_rows, border);
  return mapped == kOutside ? kOutside : mapped - band.input_first_row;
}

}  // namespace strandline::cuda
