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
    const Axis rows(row, band.image_rows);
    const Axis cols(col, band.input.cols);
    read(band, rows, cols, row, col);
    extend(x_, rows.is_inside, cols.is_inside, border);
    blur();
    // The border rule extends the blurred image anew.
    extend(blurred_, rows.is_inside + 2, cols.is_inside + 2, border);
    find_cells(rows, cols);
  }

  __device__ bool all_valid() const { return all_valid_; }

  // P(row + i, col + j), i and j in {0, 1}.
  __device__ Sum cell(int i, int j) const { return cells_[i][j]; }

 private:
  /// Along one direction: which of the seven pixels lie in the image. That in the middle does.
  struct Axis {
    bool is_inside[7];

    __device__ Axis(std::int64_t middle, std::int64_t size) {
#pragma unroll
      for (int i = 0; i < 7; ++i) is_inside[i] = middle - 3 + i >= 0 && middle - 3 + i < size;
    }
    __device__ bool is_first() const { return !is_inside[2]; }
    __device__ bool is_last() const { return !is_inside[4]; }
  };

  // Only what lies in the image: lanes that go down its side touch a line of memory each.
  __device__ void read(const Band& band, const Axis& rows, const Axis& cols, std::int64_t row, std::int64_t col) {
#pragma unroll
    for (int i = 0; i < 7; ++i) {
      const std::int64_t held_row = row - 3 + i - band.input_first_row;
      const auto* pixels = reinterpret_cast<const T*>(band.input.row_bytes(held_row));
      const auto* valid = band.valid.data + held_row * band.valid.stride_bytes;
#pragma unroll
      for (int j = 0; j < 7; ++j) {
        if (!rows.is_inside[i] || !cols.is_inside[j]) continue;
        x_[i][j] = Sum(pixels[col - 3 + j]);
        if (band.valid.data != nullptr) all_valid_ = all_valid_ && valid[col - 3 + j] != 0;
      }
    }
  }

  // Gives values to what lies outside: zero, or those of the nearest pixels inside, from the middle outwards.
  template <int kSize>
  __device__ static void extend(Sum (&x)[kSize][kSize], const bool* row_is_inside, const bool* col_is_inside,
                                Border border) {
    constexpr int kMiddle = kSize / 2;
    const auto outside = [border](Sum nearest) { return border == Border::zero ? Sum{0} : nearest; };
#pragma unroll
    for (int distance = 1; distance <= kMiddle; ++distance) {
#pragma unroll
      for (int i = 0; i < kSize; ++i) {
        const int left = kMiddle - distance;
        const int right = kMiddle + distance;
        if (!col_is_inside[left]) x[i][left] = outside(x[i][left + 1]);
        if (!col_is_inside[right]) x[i][right] = outside(x[i][right - 1]);
      }
    }
#pragma unroll
    for (int distance = 1; distance <= kMiddle; ++distance) {
#pragma unroll
      for (int j = 0; j < kSize; ++j) {
        const int above = kMiddle - distance;
        const int below = kMiddle + distance;
        if (!row_is_inside[above]) x[above][j] = outside(x[above + 1][j]);
        if (!row_is_inside[below]) x[below][j] = outside(x[below - 1][j]);
      }
    }
  }

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
        const bool touches_outside =
            (i == 0 ? rows.is_first() : rows.is_last()) || (j == 0 ? cols.is_first() : cols.is_last());
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
