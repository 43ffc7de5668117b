// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The outermost ring of output pixels, under the borders where it has sums of its own. Blocks of their own write it,
// beside those of the rest of the image and in the same launch; the others leave these pixels alone.
#pragma once

#include <cstdint>

#include <strandline/band.hpp>

#include "cuda/cut.hpp"
#include "cuda/kernels/edges_pixel.cuh"

namespace strandline::cuda {

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

/// In the blocks that write the frame, does so and returns true.
template <Pixel T>
__device__ __forceinline__ bool write_frame(const EdgesOperation& operation, const Band& band, const Cut& cut,
                                            int threads) {
  const std::uint32_t block = blockIdx.x - cut.first_frame_block();  // those before wrap around
  if (block >= cut.frame_blocks) return false;
  const std::int64_t index = std::int64_t{block} * threads + threadIdx.x;
  if (index < cut.frame.pixels()) write_frame_pixel<T>(operation, band, cut.frame, index);
  return true;
}

}  // namespace strandline::cuda
