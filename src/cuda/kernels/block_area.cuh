// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// A block's part of the output, and the rows of input that it walks over.
#pragma once

#include <cstdint>

#include <strandline/band.hpp>

#include "cuda/cut.hpp"
#include "cuda/kernels/extended_index.cuh"

namespace strandline::cuda {

/// One block's part of the output.
struct BlockArea {
  std::int64_t first_row = 0;  // of the band's output
  std::int64_t first_col = 0;
  std::int64_t rows = 0;
  std::int64_t cols = 0;

  /// Of the calling block, which is none of the frame's.
  __device__ static BlockArea of(const Cut& cut, const Band& band) {
    const std::uint32_t block = blockIdx.x < cut.first_frame_block() ? blockIdx.x : blockIdx.x - cut.frame_blocks;
    BlockArea area;
    const std::uint32_t index = block / cut.strips;
    const Run run = cut.run(index);
    area.first_row = run.first_row;
    area.first_col = (block - index * cut.strips) * cut.strip_cols;
    area.rows = min(run.rows, band.output.rows - area.first_row);
    area.cols = min(cut.strip_cols, band.output.cols - area.first_col);
    return area;
  }

  /// How many warps it takes to walk over it, when each has so many columns.
  __device__ int warps(int warp_cols) const { return static_cast<int>((cols + warp_cols - 1) / warp_cols); }
};

/// The rows of input for an area, from above to below.
class RowWalk {
 public:
  __device__ RowWalk(const Band& band, const BlockArea& area, const Frame& frame)
      : first_output_row_(area.first_row), first_image_row_(band.first_row + area.first_row - kHalo / 2) {
    // Rows of the frame are written by others.
    const bool has_bottom = frame.has_bottom && area.first_row + area.rows == band.output.rows;
    begin_ = kHalo + (frame.has_top && area.first_row == 0 ? 1 : 0);
    count_ = static_cast<int>(kHalo + area.rows);
    end_ = count_ - (has_bottom ? 1 : 0);
  }

  /// Input rows to walk over. The `k`th completes the output row output_row(k), from the sixth on.
  __device__ int count() const { return count_; }
  __device__ std::int64_t image_row(int k) const { return first_image_row_ + k; }
  __device__ std::int64_t output_row(int k) const { return first_output_row_ + (k - kHalo); }
  __device__ bool writes(int k) const { return k >= begin_ && k < end_; }
  /// Whether all of the `count` rows from the `k`th on complete output rows.
  __device__ bool writes_all(int k, int count) const { return k >= begin_ && k + count <= end_; }

 private:
  static constexpr int kHalo = 6;

  int begin_;
  int end_;
  int count_;
  std::int64_t first_output_row_;
  std::int64_t first_image_row_;
};

/// The rows of the band's input in the order of a walk.
class WalkedRows {
 public:
  __device__ WalkedRows(const Band& band, Border border, const RowWalk& walk)
      : band_(band), border_(border), walk_(walk), first_(walk.image_row(0) - band.input_first_row) {}

  /// Whether the band simply holds the `count` rows from the `k`th on, also where that is more than the walk has.
  __device__ bool holds(int k, int count) const { return first_ + k >= 0 && first_ + k + count <= band_.input.rows; }

  /// The row of the band's input that is the walk's `k`th, kOutside for a row of zeros. Nearly always the band simply
  /// holds it. Beyond the walk's end: its last row.
  __device__ __forceinline__ std::int64_t operator[](int k) const {
    const std::int64_t row = first_ + k;
    if (row >= 0 && row < band_.input.rows && k < walk_.count()) return row;
    return extended_row(band_, walk_.image_row(min(k, walk_.count() - 1)), border_);
  }

 private:
  const Band& band_;
  Border border_;
  const RowWalk& walk_;
  std::int64_t first_;
};

}  // namespace strandline::cuda
