// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// One pixel of the frame by the definition, from its 7x7 neighbourhood: there the fast kernels' sums don't hold.
#pragma once

#include <cstdint>

#include <strandline/band.hpp>

#include "cuda/kernels/edges_arithmetic.cuh"

namespace strandline::cuda {

/// The 7x7 neighbourhood of a pixel of the image behind a band, under a border that has a frame: zero or replicate.
/// Everything is indexed by constants, so that it stays in registers.
template <Pixel T>
class Neighbourhood {
 public:
  using Sum = SumOf<T>;

  __device__ Neighbourhood(const Band& band, Border border, std::int64_t row, std::int64_t col) {
    const Axis rows(row, band.image_rows, border);
    const Axis cols(col, band.input.cols, border);
#pragma unroll
    for (int i = 0; i < 7; ++i) {
      const std::int64_t held_row = rows.index[i] - band.input_first_row;
      const auto* pixels = reinterpret_cast<const T*>(band.input.row_bytes(held_row));
      const auto* valid = band.valid.data + held_row * band.valid.stride_bytes;
#pragma unroll
      for (int j = 0; j < 7; ++j) {
        const bool is_zero = rows.is_zero[i] || cols.is_zero[j];
        x_[i][j] = is_zero ? Sum{0} : Sum(pixels[cols.index[j]]);
        if (!is_zero && band.valid.data != nullptr) all_valid_ = all_valid_ && valid[cols.index[j]] != 0;
      }
    }
    blur();
    // The border rule extends the blurred image anew.
    extend_blurred(rows, cols, border);
    find_cells(rows, cols);
  }

  __device__ bool all_valid() const { return all_valid_; }

  // P(row + i, col + j), i and j in {0, 1}.
  __device__ Sum cell(int i, int j) const { return cells_[i][j]; }

 private:
  /// Along one direction: where the seven pixels are, and which of them are zero because they lie outside.
  struct Axis {
    std::int64_t index[7];
    bool is_zero[7];
    bool is_first;  // the pixel in the middle is the image's first, or last
    bool is_last;

    __device__ Axis(std::int64_t middle, std::int64_t size, Border border)
        : is_first(middle == 0), is_last(middle == size - 1) {
#pragma unroll
      for (int i = 0; i < 7; ++i) {
        const std::int64_t extended = middle - 3 + i;
        index[i] = max(std::int64_t{0}, min(size - 1, extended));
        is_zero[i] = border == Border::zero && index[i] != extended;
      }
    }
  };

  // The unscaled 5x5 blur of the pixel and its eight neighbours.
  __device__ void blur() {
#pragma unroll
    for (int j = 0; j < 3; ++j) {
      Sum across[7];
#pragma unroll
      for (int i = 0; i < 7; ++i) {
        const Sum* x = x_[i] + j;
        across[i] = five_taps(x[0], x[1], x[2], x[3], x[4]);
      }
#pragma unroll
      for (int i = 0; i < 3; ++i) {
        blurred_[i][j] = five_taps(across[i], across[i + 1], across[i + 2], across[i + 3], across[i + 4]);
      }
    }
  }

  __device__ void extend_blurred(const Axis& rows, const Axis& cols, Border border) {
#pragma unroll
    for (int i = 0; i < 3; ++i) {
      const Sum outside = border == Border::zero ? Sum{0} : blurred_[i][1];
      if (cols.is_first) blurred_[i][0] = outside;
      if (cols.is_last) blurred_[i][2] = outside;
    }
#pragma unroll
    for (int j = 0; j < 3; ++j) {
      const Sum outside = border == Border::zero ? Sum{0} : blurred_[1][j];
      if (rows.is_first) blurred_[0][j] = outside;
      if (rows.is_last) blurred_[2][j] = outside;
    }
  }

  __device__ void find_cells(const Axis& rows, const Axis& cols) {
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      Sum across[7];
#pragma unroll
      for (int i = 0; i < 7; ++i) {
        const Sum* x = x_[i] + j;
        across[i] = six_taps(x[0], x[1], x[2], x[3], x[4], x[5]);
      }
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        const bool touches_outside = (i == 0 ? rows.is_first : rows.is_last) || (j == 0 ? cols.is_first : cols.is_last);
        cells_[i][j] =
            touches_outside
                ? (blurred_[i][j] + blurred_[i][j + 1]) + (blurred_[i + 1][j] + blurred_[i + 1][j + 1])
                : six_taps(across[i], across[i + 1], across[i + 2], across[i + 3], across[i + 4], across[i + 5]);
      }
    }
  }

  bool all_valid_ = true;
  Sum x_[7][7];
  Sum blurred_[3][3];
  Sum cells_[2][2];
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
