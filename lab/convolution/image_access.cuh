// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Pixels of a dense image that is 0 outside its frame, and the blocks that cover it.
#pragma once

#include <cstdint>

#include "convolution/convolution_layout.hpp"

namespace strandline::lab {

__device__ inline bool is_inside(ImageSize size, int row, int col) {
  return row >= 0 && row < size.rows && col >= 0 && col < size.cols;
}

__device__ inline std::int64_t pixel_index(ImageSize size, int row, int col) {
  return std::int64_t{row} * size.cols + col;
}

__device__ inline float pixel_or_zero(const float* __restrict__ image, ImageSize size, int row, int col) {
  return is_inside(size, row, col) ? image[pixel_index(size, row, col)] : 0.0F;
}

/// The 32 x 32 pixels of a block, whose first one lies at (row, col).
struct BlockTile {
  int row = 0;
  int col = 0;

  __device__ static BlockTile own() {
    return {static_cast<int>(blockIdx.y) * kTileSide, static_cast<int>(blockIdx.x) * kTileSide};
  }
  /// Whether so many pixels around it lie in the image, too.
  __device__ bool is_surrounded(ImageSize size, int radius) const {
    return is_inside(size, row - radius, col - radius) &&
           is_inside(size, row + kTileSide - 1 + radius, col + kTileSide - 1 + radius);
  }
};

/// Of blocks that are surrounded by pixels, which most are, the frame needs no look: it would take more instructions
/// than all else.
template <bool kSurrounded>
__device__ float pixel_at(const float* __restrict__ image, ImageSize size, int row, int col) {
  return kSurrounded ? image[pixel_index(size, row, col)] : pixel_or_zero(image, size, row, col);
}

template <bool kSurrounded>
__device__ bool is_written(ImageSize size, int row, int col) {
  return kSurrounded || is_inside(size, row, col);
}

/// Blocks of kTileSide columns and so many rows.
inline dim3 blocks_of(ImageSize size, int rows_per_block) {
  return dim3(static_cast<unsigned>((size.cols + kTileSide - 1) / kTileSide),
              static_cast<unsigned>((size.rows + rows_per_block - 1) / rows_per_block));
}

}  // namespace strandline::lab
