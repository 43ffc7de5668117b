// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// How a lane writes its output pixels: in one piece, or one by one at the sides of the image.
#pragma once

#include <cstdint>

#include <strandline/band.hpp>

#include "cuda/cut.hpp"
#include "cuda/kernels/block_area.cuh"
#include "cuda/kernels/word.cuh"

namespace strandline::cuda {

/// An address in global memory. As a number, because of a pointer that it can't see through the compiler would not know
/// to which memory it points.
struct GlobalAddress {
  std::uint64_t value;

  __device__ GlobalAddress operator+(int bytes) const { return {value + static_cast<std::uint64_t>(bytes)}; }
};

__device__ __forceinline__ void store(GlobalAddress to, std::uint8_t byte) {
  asm volatile("st.global.b8 [%0], %1;" ::"l"(to.value), "r"(std::uint32_t{byte}) : "memory");
}
__device__ __forceinline__ void store(GlobalAddress to, std::uint16_t word) {
  asm volatile("st.global.b16 [%0], %1;" ::"l"(to.value), "h"(word) : "memory");
}
__device__ __forceinline__ void store(GlobalAddress to, std::uint32_t word) {
  asm volatile("st.global.b32 [%0], %1;" ::"l"(to.value), "r"(word) : "memory");
}
__device__ __forceinline__ void store(GlobalAddress to, uint2 words) {
  asm volatile("st.global.v2.b32 [%0], {%1, %2};" ::"l"(to.value), "r"(words.x), "r"(words.y) : "memory");
}

/// Where a lane writes its pixels of the row that is being walked over.
class OutputRow {
 public:
  __device__ OutputRow(const Band& band, const RowWalk& walk, std::int64_t col)
      : address_{__cvta_generic_to_global(band.output.data + walk.output_row(0) * band.output.stride_bytes + col)},
        step_(band.output.stride_bytes) {}

  __device__ GlobalAddress address() const { return address_; }

  __device__ __forceinline__ void advance() {
    address_.value += static_cast<std::uint64_t>(step_);
    // One addition a row: addresses that the compiler can't see through it can't work out anew for each.
    asm volatile("" : "+l"(address_.value));
  }

 private:
  GlobalAddress address_;
  std::int64_t step_;
};

/// For `kCols` neighbouring pixels, the same in all rows.
template <int kCols>
class LaneStores {
  static_assert(kCols == 4 || kCols == 8);

 public:
  /// `is_aligned`: base and stride of the output are multiples of `kCols`. `is_written`: whether the lane writes at
  /// all.
  __device__ LaneStores(const Band& band, const Frame& frame, std::int64_t col, bool is_aligned, bool is_written) {
    const bool sides_are_apart = frame.cols > 0;
    const std::int64_t end = band.output.cols - (sides_are_apart ? 1 : 0) - col;
    begin_ = sides_are_apart && col == 0 ? 1 : 0;
    end_ = is_written ? static_cast<int>(max(std::int64_t{0}, min(std::int64_t{kCols}, end))) : 0;
    is_written_ = begin_ < end_;
    if (!is_aligned || end_ - begin_ < kCols - 1) {
      part_ = Part::some;
    } else {
      part_ = end_ < kCols ? Part::all_but_last : begin_ > 0 ? Part::all_but_first : Part::all;
    }
  }

  /// Whether the lane writes all of its pixels or none.
  __device__ bool is_whole() const { return !is_written_ || part_ == Part::all; }

  /// Pixel i is byte i of the word. `kWhole` says what is_whole() says.
  template <bool kWhole>
  __device__ __forceinline__ void write(GlobalAddress to, const WordOf<kCols>& pixels) const {
    if (!is_written_) return;
    if (kWhole || part_ == Part::all) {
      store(to, pixels);
      return;
    }
    std::uint64_t bytes = 0;
    __builtin_memcpy(&bytes, &pixels, kCols);
    // At the sides of an image whose frame is written apart, in as few pieces as can be: all warps of a block wait for
    // the one that does this.
    if (part_ == Part::all_but_first) {
      store(to + 1, static_cast<std::uint8_t>(bytes >> 8));
      store(to + 2, static_cast<std::uint16_t>(bytes >> 16));
      if constexpr (kCols == 8) store(to + 4, static_cast<std::uint32_t>(bytes >> 32));
    } else if (part_ == Part::all_but_last) {
      if constexpr (kCols == 8) store(to, static_cast<std::uint32_t>(bytes));
      store(to + (kCols - 4), static_cast<std::uint16_t>(bytes >> (8 * (kCols - 4))));
      store(to + (kCols - 2), static_cast<std::uint8_t>(bytes >> (8 * (kCols - 2))));
    } else {
#pragma unroll 1
      for (int i = begin_; i < end_; ++i) store(to + i, static_cast<std::uint8_t>(bytes >> (8 * i)));
    }
  }

 private:
  enum class Part { all, all_but_first, all_but_last, some };

  int begin_;
  int end_;
  bool is_written_;
  Part part_;  // of those that a lane has, what it writes
};

}  // namespace strandline::cuda
