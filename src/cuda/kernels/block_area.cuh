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
  bool walks_up = false;

  __device__ static BlockArea of(const Cut& cut, const Band& band, std::uint32_t block) {
    BlockArea area;
    const std::uint32_t run = block / cut.strips;
    area.first_row = run * cut.run_rows;
    area.first_col = (block - run * cut.strips) * cut.strip_cols;
    area.rows = min(cut.run_rows, band.output.rows - area.first_row);
    area.cols = min(cut.strip_cols, band.output.cols - area.first_col);
    area.walks_up = run % 2 != 0;
    return area;
  }
};

/// The rows of an area in the order in which they are walked.
class RowWalk {
 public:
  __device__ RowWalk(const Band& band, const BlockArea& area, const Frame& frame) : step_(area.walks_up ? -1 : 1) {
    const std::int64_t last_row = area.first_row + area.rows - 1;
    first_output_row_ = area.walks_up ? last_row : area.first_row;
    first_image_row_ = band.first_row + first_output_row_ - 3 * step_;
    // Rows of the frame are written by others.
    const std::int64_t top = frame.has_top && area.first_row == 0 ? 1 : 0;
    const std::int64_t bottom = frame.has_bottom && last_row == band.output.rows - 1 ? 1 : 0;
    begin_ = static_cast<int>(kHalo + (area.walks_up ? bottom : top));
    end_ = static_cast<int>(kHalo + area.rows - (area.walks_up ? top : bottom));
    count_ = static_cast<int>(kHalo + area.rows);
  }

  /// Input rows to walk over. The `k`th completes the output row output_row(k), from the sixth on.
  __device__ int count() const { return count_; }
  __device__ std::int64_t image_row(int k) const { return first_image_row_ + k * step_; }
  __device__ std::int64_t output_row(int k) const { return first_output_row_ + (k - kHalo) * step_; }
  __device__ bool writes(int k) const { return k >= begin_ && k < end_; }
  __device__ int step() const { return step_; }

 private:
  static constexpr int kHalo = 6;

  int step_;
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
      : band_(band), border_(border), walk_(walk), first_(walk.image_row(0) - band.input_first_row) {
    const std::int64_t begin = walk.step() > 0 ? -first_ : first_ - band.input.rows + 1;
    const std::int64_t count = walk.count();
    held_begin_ = static_cast<int>(max(std::int64_t{0}, min(count, begin)));
    held_end_ = static_cast<int>(max(std::int64_t{0}, min(count, begin + band.input.rows)));
  }

  /// Whether the band simply holds the first `count` rows, also where that is more than the walk has.
  __device__ bool holds(int count) const {
    const std::int64_t last = first_ + (count - 1) * walk_.step();
    return min(first_, last) >= 0 && max(first_, last) < band_.input.rows;
  }

  /// The row of the band's input that is the walk's `k`th, kOutside for a row of zeros. Nearly always the band simply
  /// holds it. Beyond the walk's end: its last row.
  __device__ __forceinline__ std::int64_t operator[](int k) const {
    if (k >= held_begin_ && k < held_end_) return first_ + k * walk_.step();
    return extended_row(band_, walk_.image_row(min(k, walk_.count() - 1)), border_);
  }

 private:
  const Band& band_;
  Border border_;
  const RowWalk& walk_;
  std::int64_t first_;
  int held_begin_;
  int held_end_;
};

}  // namespace strandline::cuda
