// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The outermost ring of output pixels, under the borders where it has sums of its own.
//
// Blocks of their own write it, beside those of the rest of the image and in the same launch: they come first in the
// grid, so that nothing waits for them at its end. The other blocks leave these pixels alone.
#pragma once

#include <cstdint>

#include <strandline/band.hpp>

#include "cuda/kernels/edges_pixel.cuh"

namespace strandline::cuda {

/// The part of the ring that a band's output holds: whole rows, then the first and last pixels of the other rows.
struct Frame {
  bool has_top = false;
  bool has_bottom = false;  // false, too, when the image has one row only: that is the top
  std::int64_t rows = 0;
  std::int64_t cols = 0;

  __host__ __device__ static Frame of(const Band& band, Border border) {
    Frame frame;
    if (!frame_is_apart(border)) return frame;
    frame.rows = band.output.rows;
    frame.cols = band.output.cols;
    frame.has_top = band.first_row == 0;
    frame.has_bottom = band.first_row + frame.rows == band.image_rows && band.image_rows > 1;
    return frame;
  }

  __host__ __device__ std::int64_t whole_rows() const { return std::int64_t{has_top} + std::int64_t{has_bottom}; }
  __host__ __device__ std::int64_t side_pixels() const { return cols > 1 ? 2 : cols; }
  __host__ __device__ std::int64_t pixels() const {
    return whole_rows() * cols + (rows - whole_rows()) * side_pixels();
  }
};

/// Writes pixel `index` of the frame, in [0, frame.pixels()).
template <Pixel T>
__device__ void write_frame_pixel(const EdgesOperation& operation, const Band& band, const Frame& frame,
                                  std::int64_t index) {
  std::int64_t row = 0;
  std::int64_t col = 0;
  if (index < frame.whole_rows() * frame.cols) {
    row = index < frame.cols && frame.has_top ? 0 : frame.rows - 1;
    col = index % frame.cols;
  } else {
    // Down one side, then down the other, so that neighbouring threads have neighbouring rows.
    const std::int64_t inner_rows = frame.rows - frame.whole_rows();
    const std::int64_t i = index - frame.whole_rows() * frame.cols;
    row = i % inner_rows + (frame.has_top ? 1 : 0);
    col = i < inner_rows ? 0 : frame.cols - 1;
  }
  band.output.data[row * band.output.stride_bytes + col] = edge_at<T>(operation, band, band.first_row + row, col);
}

}  // namespace strandline::cuda
