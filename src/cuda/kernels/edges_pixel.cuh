// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// One pixel by the definition, from its 7x7 neighbourhood: for the frame, where the fast kernels' sums don't hold.
#pragma once

#include <cstdint>

#include <strandline/band.hpp>

#include "cuda/cut.hpp"
#include "cuda/kernels/edges_arithmetic.cuh"
#include "cuda/kernels/extended_index.cuh"

namespace strandline::cuda {

/// The 7x7 neighbourhood of a pixel of the image behind a band, extended by the border rule.
template <Pixel T>
class Neighbourhood {
 public:
  using Sum = SumOf<T>;

  __device__ Neighbourhood(const Band& band, Border border, std::int64_t row, std::int64_t col)
      : rows_(band.image_rows), cols_(band.input.cols), row_(row), col_(col), border_(border) {
    std::int64_t input_cols[7];
#pragma unroll
    for (int j = 0; j < 7; ++j) input_cols[j] = extended_index(col - 3 + j, cols_, border);
#pragma unroll
    for (int i = 0; i < 7; ++i) {
      const std::int64_t input_row = extended_row(band, row - 3 + i, border);
      const std::int64_t held_row = input_row == kOutside ? 0 : input_row;
      const auto* pixels = reinterpret_cast<const T*>(band.input.row_bytes(held_row));
      const auto* valid = band.valid.data + held_row * band.valid.stride_bytes;
#pragma unroll
      for (int j = 0; j < 7; ++j) {
        const bool outside = input_row == kOutside || input_cols[j] == kOutside;
        x_[i][j] = outside ? Sum{0} : Sum(pixels[input_cols[j]]);
        if (!outside && band.valid.data != nullptr) all_valid_ = all_valid_ && valid[input_cols[j]] != 0;
      }
    }
    if (frame_is_apart(border)) blur();
  }

  __device__ bool all_valid() const { return all_valid_; }

  // P(row + i, col + j), i and j in {0, 1}.
  __device__ Sum cell(int i, int j) const {
    const std::int64_t r = row_ + i;
    const std::int64_t c = col_ + j;
    if (frame_is_apart(border_) && (r == 0 || r == rows_ || c == 0 || c == cols_)) {
      return (blurred(i - 1, j - 1) + blurred(i - 1, j)) + (blurred(i, j - 1) + blurred(i, j));
    }
    const auto across = [&](int k) {
      const Sum* x = x_[i + k] + j;
      return six_taps(x[0], x[1], x[2], x[3], x[4], x[5]);
    };
    return six_taps(across(0), across(1), across(2), across(3), across(4), across(5));
  }

 private:
  // The unscaled 5x5 blur of the pixel and its eight neighbours.
  __device__ void blur() {
#pragma unroll
    for (int i = 0; i < 3; ++i) {
#pragma unroll
      for (int j = 0; j < 3; ++j) {
        const auto across = [&](int k) {
          const Sum* x = x_[i + k] + j;
          return five_taps(x[0], x[1], x[2], x[3], x[4]);
        };
        blurred_[i][j] = five_taps(across(0), across(1), across(2), across(3), across(4));
      }
    }
  }

  // The blurred image at (row + i, col + j), i and j in {-1, 0, 1}; outside the frame the border rule applies anew.
  __device__ Sum blurred(int i, int j) const {
    const std::int64_t r = extended_index(row_ + i, rows_, border_);
    const std::int64_t c = extended_index(col_ + j, cols_, border_);
    if (r == kOutside || c == kOutside) return Sum{0};
    return blurred_[r - row_ + 1][c - col_ + 1];
  }

  std::int64_t rows_;
  std::int64_t cols_;
  std::int64_t row_;
  std::int64_t col_;
  Border border_;
  bool all_valid_ = true;
  Sum x_[7][7];
  Sum blurred_[3][3];
};

/// The output byte at image row `row`, column `col`. Not inlined: it would cost the fast kernels their registers.
template <Pixel T>
__device__ __noinline__ std::uint8_t edge_at(const EdgesOperation& operation, const Band& band, std::int64_t row,
                                             std::int64_t col) {
  const Neighbourhood<T> pixels(band, operation.border, row, col);
  if (!pixels.all_valid()) return kUnknown;
  return byte_of(decision(pixels.cell(0, 0), pixels.cell(0, 1), pixels.cell(1, 0), pixels.cell(1, 1),
                          operation.half_squared_threshold));
}

}  // namespace strandline::cuda
