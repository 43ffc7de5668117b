// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// How a lane writes its output pixels: in one piece, or one by one at the sides of the image.
#pragma once

#include <cstdint>

#include <strandline/band.hpp>

#include "cuda/cut.hpp"
#include "cuda/kernels/word.cuh"

namespace strandline::cuda {

/// For `kCols` neighbouring pixels, the same in all rows.
template <int kCols>
class LaneStores {
 public:
  /// `is_aligned`: base and stride of the output are multiples of `kCols`. `is_written`: whether the lane writes at
  /// all.
  __device__ LaneStores(const Band& band, const Frame& frame, std::int64_t col, bool is_aligned, bool is_written)
      : is_written_(is_written) {
    const bool sides_are_apart = frame.cols > 0;
    const std::int64_t end = band.output.cols - (sides_are_apart ? 1 : 0) - col;
    begin_ = sides_are_apart && col == 0 ? 1 : 0;
    end_ = static_cast<int>(max(std::int64_t{0}, min(std::int64_t{kCols}, end)));
    is_whole_ = !is_written || (is_aligned && begin_ == 0 && end_ == kCols);
  }

  /// Whether the lane writes all of its pixels or none.
  __device__ bool is_whole() const { return is_whole_; }

  /// Pixel i is byte i of the word. `kWhole` says what is_whole() says.
  template <bool kWhole>
  __device__ __forceinline__ void store(std::uint8_t* to, const WordOf<kCols>& pixels) const {
    if (!is_written_) return;
    if constexpr (kWhole) {
      *reinterpret_cast<WordOf<kCols>*>(to) = pixels;
    } else {
      std::uint64_t bytes = 0;
      __builtin_memcpy(&bytes, &pixels, kCols);
      // Few warps come here, so that short code is worth more than fast code.
#pragma unroll 1
      for (int i = begin_; i < end_; ++i) to[i] = static_cast<std::uint8_t>(bytes >> (8 * i));
    }
  }

 private:
  int begin_;
  int end_;
  bool is_written_;
  bool is_whole_;
};

}  // namespace strandline::cuda
