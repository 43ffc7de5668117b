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
    const int begin = sides_are_apart && col == 0 ? 1 : 0;
    const int count = is_written ? static_cast<int>(max(std::int64_t{0}, min(std::int64_t{kCols}, end))) : 0;
    writes_all_ = is_aligned && begin == 0 && count == kCols;
    if (!writes_all_) single_pixels_ = (1u << count) - 1 & ~0u << begin;
  }

  /// Whether the lane writes all of its pixels in one piece, or none.
  __device__ bool is_whole() const { return single_pixels_ == 0; }

  /// Pixel i is byte i of the word. `kWhole` says what is_whole() says.
  template <bool kWhole>
  __device__ __forceinline__ void write(GlobalAddress to, const WordOf<kCols>& pixels) const {
    if (writes_all_) store(to, pixels);
    if constexpr (!kWhole) {
      std::uint64_t bytes = 0;
      __builtin_memcpy(&bytes, &pixels, kCols);
      // Without branches, because all warps of a block wait for the one at the image's side.
#pragma unroll
      for (int i = 0; i < kCols; ++i) {
        if (single_pixels_ & 1u << i) store(to + i, static_cast<std::uint8_t>(bytes >> (8 * i)));
      }
    }
  }

 private:
  bool writes_all_;
  std::uint32_t single_pixels_ = 0;  // bit i: pixel i by itself
};

}  // namespace strandline::cuda
