// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// One pixel by the definition: for the frame, where the fast kernels' sums don't hold.
#pragma once

#include <cstdint>

#include <strandline/band.hpp>

#include "cuda/kernels/edges_arithmetic.cuh"

namespace strandline::cuda {

/// The image behind a band in device memory, endlessly extended by the border rule.
template <Pixel T>
class ExtendedImage {
 public:
  using Sum = SumOf<T>;

  __device__ ExtendedImage(const Band& band, Border border) : band_(band), border_(border) {}

  __device__ Sum pixel(std::int64_t row, std::int64_t col) const {
    const std::int64_t input_row = band_.input_row(row, border_);
    const std::int64_t input_col = border_index(col, band_.input.cols, border_);
    if (input_row == kOutside || input_col == kOutside) return Sum{0};
    return reinterpret_cast<const T*>(band_.input.row_bytes(input_row))[input_col];
  }

  // P(row, col)
  __device__ Sum cell(std::int64_t row, std::int64_t col) const {
    const bool touches_outside = row == 0 || row == band_.image_rows || col == 0 || col == band_.input.cols;
    const bool blur_is_extended = border_ == Border::zero || border_ == Border::replicate;
    if (touches_outside && blur_is_extended) {
      return (blurred(row - 1, col - 1) + blurred(row - 1, col)) + (blurred(row, col - 1) + blurred(row, col));
    }
    const auto across = [&](std::int64_t r) {
      return six_taps(pixel(r, col - 3), pixel(r, col - 2), pixel(r, col - 1), pixel(r, col), pixel(r, col + 1),
                      pixel(r, col + 2));
    };
    return six_taps(across(row - 3), across(row - 2), across(row - 1), across(row), across(row + 1), across(row + 2));
  }

  // Whether all pixels that the decision at (row, col) depends on hold data.
  __device__ bool neighbourhood_is_valid(std::int64_t row, std::int64_t col) const {
    if (band_.valid.data == nullptr) return true;
    for (std::int64_t r = row - 3; r <= row + 3; ++r) {
      for (std::int64_t c = col - 3; c <= col + 3; ++c) {
        const std::int64_t input_row = band_.input_row(r, border_);
        const std::int64_t input_col = border_index(c, band_.input.cols, border_);
        if (input_row == kOutside || input_col == kOutside) continue;
        if (band_.valid.data[input_row * band_.valid.stride_bytes + input_col] == 0) return false;
      }
    }
    return true;
  }

 private:
  // The unscaled 5x5 blur. It has pixels only inside the frame; outside, the border rule applies anew.
  __device__ Sum blurred(std::int64_t row, std::int64_t col) const {
    row = border_index(row, band_.image_rows, border_);
    col = border_index(col, band_.input.cols, border_);
    if (row == kOutside || col == kOutside) return Sum{0};
    const auto across = [&](std::int64_t r) {
      return five_taps(pixel(r, col - 2), pixel(r, col - 1), pixel(r, col), pixel(r, col + 1), pixel(r, col + 2));
    };
    return five_taps(across(row - 2), across(row - 1), across(row), across(row + 1), across(row + 2));
  }

  const Band& band_;
  Border border_;
};

/// The output byte at image row `row`, column `col`.
template <Pixel T>
__device__ std::uint8_t edge_at(const EdgesOperation& operation, const Band& band, std::int64_t row, std::int64_t col) {
  const ExtendedImage<T> image(band, operation.border);
  if (!image.neighbourhood_is_valid(row, col)) return kUnknown;
  return byte_of(decision(image.cell(row, col), image.cell(row, col + 1), image.cell(row + 1, col),
                          image.cell(row + 1, col + 1), operation.half_squared_threshold));
}

}  // namespace strandline::cuda
