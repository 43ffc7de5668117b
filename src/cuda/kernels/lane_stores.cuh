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
  /// `is_aligned`: base and stride of the output are multiples of `kCols`.
  __device__ LaneStores(const Band& band, const Frame& frame, std::int64_t col, bool is_aligned) {
    const bool sides_are_apart = frame.cols > 0;
    const std::int64_t end = band.output.cols - (sides_are_apart ? 1 : 0) - col;
    begin_ = sides_are_apart && col == 0 ? 1 : 0;
    end_ = static_cast<int>(max(std::int64_t{0}, min(std::int64_t{kCols}, end)));
    in_one_piece_ = is_aligned && begin_ == 0 && end_ == kCols;
  }

  __device__ bool in_one_piece() const { return in_one_piece_; }

  /// Pixel i is byte i of the words.
  __device__ __forceinline__ void store(std::uint8_t* to, const WordOf<kCols>& pixels) const {
    if (in_one_piece_) {
      *reinterpret_cast<WordOf<kCols>*>(to) = pixels;
      return;
    }
    std::uint32_t words[(kCols + 3) / 4] = {};
    __builtin_memcpy(words, &pixels, kCols);
#pragma unroll
    for (int i = 0; i < kCols; ++i) {
      if (i >= begin_ && i < end_) to[i] = static_cast<std::uint8_t>(words[i / 4] >> (i % 4 * 8));
    }
  }

 private:
  int begin_;
  int end_;
  bool in_one_piece_;
};

}  // namespace strandline::cuda
