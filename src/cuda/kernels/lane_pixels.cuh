// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// How the pixels of a row are dealt to the lanes of a warp, and how a lane reads its own with their neighbours.
#pragma once

#include <cstdint>

#include "cuda/kernels/edges_arithmetic.cuh"
#include "cuda/kernels/shared_memory.cuh"

namespace strandline::cuda {

/// Neighbouring pixels that one lane turns into output: as many as 16 bytes of input hold, but at most eight, because
/// the sums of each take seven registers.
template <Pixel T>
inline constexpr int kLaneCols = sizeof(T) == 4 ? 4 : 8;

/// Pixels to the left and to the right of its own that a lane reads. Three are needed; four keep reads aligned.
inline constexpr int kLaneHalo = 4;

/// The last lane works out the cells to the right of the last but one, and has no pixels of its own: so warps overlap.
template <Pixel T>
inline constexpr int kWarpCols = 31 * kLaneCols<T>;

/// The first column of the calling lane, in its block.
template <Pixel T>
__device__ int lane_col() {
  const int thread = static_cast<int>(threadIdx.x);
  return thread / 32 * kWarpCols<T> + thread % 32 * kLaneCols<T>;
}
__device__ inline bool lane_writes() { return threadIdx.x % 32 != 31; }

/// `kCount` pixels as the bytes that they were read in.
template <Pixel T, int kCount>
struct PackedPixels {
  static constexpr int kWords = kCount * int{sizeof(T)} / 4;
  std::uint32_t words[kWords];

  /// From an address in shared or global memory that is aligned to all of the bytes.
  template <class Address>
  __device__ static PackedPixels read(Address address) {
    PackedPixels pixels;
    const auto word = load_word<4 * kWords>(address);
    __builtin_memcpy(pixels.words, &word, sizeof(word));
    return pixels;
  }

  __device__ SumOf<T> operator[](int i) const {
    if constexpr (std::same_as<T, float>) {
      return __uint_as_float(words[i]);
    } else {
      constexpr int kPerWord = 4 / int{sizeof(T)};
      constexpr int kBits = 8 * int{sizeof(T)};
      return static_cast<SumOf<T>>((words[i / kPerWord] >> (i % kPerWord * kBits)) & ((1u << kBits) - 1));
    }
  }
};

/// The pixels of one row that a lane needs, as they were read: kLaneHalo to the left of its own, its own, as many to
/// the right.
template <Pixel T>
struct PackedLane {
  PackedPixels<T, kLaneHalo> left;
  PackedPixels<T, kLaneCols<T>> own;
  PackedPixels<T, kLaneHalo> right;

  /// `own` is the address of the lane's first own pixel, aligned to all of its own.
  template <class Address>
  __device__ __forceinline__ static PackedLane read(Address own) {
    constexpr int kHaloBytes = kLaneHalo * int{sizeof(T)};
    constexpr int kOwnBytes = kLaneCols<T> * int{sizeof(T)};
    return {PackedPixels<T, kLaneHalo>::read(own + -kHaloBytes), PackedPixels<T, kLaneCols<T>>::read(own),
            PackedPixels<T, kLaneHalo>::read(own + kOwnBytes)};
  }
};

/// The same as numbers: three to the left, its own, three to the right.
template <Pixel T>
struct LanePixels {
  static constexpr int kCount = kLaneCols<T> + 6;
  SumOf<T> x[kCount];

  __device__ __forceinline__ static LanePixels of(const PackedLane<T>& packed) {
    LanePixels pixels;
#pragma unroll
    for (int i = 0; i < 3; ++i) {
      pixels.x[i] = packed.left[i + 1];
      pixels.x[kLaneCols<T> + 3 + i] = packed.right[i];
    }
#pragma unroll
    for (int i = 0; i < kLaneCols<T>; ++i) pixels.x[3 + i] = packed.own[i];
    return pixels;
  }
};

/// The validity bytes beside them, four pixels a word: those to the left, a lane's own, those to the right.
template <Pixel T>
struct LaneValidity {
  static constexpr int kWords = kLaneCols<T> / 4;
  std::uint32_t words[kWords + 2] = {};

  /// `own` is the address of the byte of the lane's first own pixel, aligned to 4.
  template <class Address>
  __device__ __forceinline__ static LaneValidity read(Address own) {
    LaneValidity validity;
#pragma unroll
    for (int i = 0; i < kWords + 2; ++i) {
      validity.words[i] = load_word<4>(own + 4 * (i - 1));
    }
    return validity;
  }
};

}  // namespace strandline::cuda
