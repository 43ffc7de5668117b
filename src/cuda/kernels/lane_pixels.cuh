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

template <Pixel T>
inline constexpr int kWarpCols = 32 * kLaneCols<T>;

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

/// The pixels of one row that a lane needs: three to the left of its own, its own, three to the right.
template <Pixel T>
struct LanePixels {
  static constexpr int kCount = kLaneCols<T> + 6;
  SumOf<T> x[kCount];

  /// `own` is the address of the lane's first own pixel, aligned to all of its own.
  template <class Address>
  __device__ __forceinline__ static LanePixels read(Address own) {
    constexpr int kHaloBytes = kLaneHalo * int{sizeof(T)};
    constexpr int kOwnBytes = kLaneCols<T> * int{sizeof(T)};
    const auto left = PackedPixels<T, kLaneHalo>::read(own + -kHaloBytes);
    const auto mine = PackedPixels<T, kLaneCols<T>>::read(own);
    const auto right = PackedPixels<T, kLaneHalo>::read(own + kOwnBytes);
    LanePixels pixels;
#pragma unroll
    for (int i = 0; i < 3; ++i) {
      pixels.x[i] = left[i + 1];
      pixels.x[kLaneCols<T> + 3 + i] = right[i];
    }
#pragma unroll
    for (int i = 0; i < kLaneCols<T>; ++i) pixels.x[3 + i] = mine[i];
    return pixels;
  }
};

/// The validity bytes beside them, four pixels a word: those to the left, a lane's own, those to the right.
template <Pixel T>
struct LaneValidity {
  static constexpr int kWords = kLaneCols<T> / 4;
  std::uint32_t words[kWords + 2] = {};

  __device__ static LaneValidity all_valid() {
    LaneValidity validity;
    for (auto& word : validity.words) word = 0x01010101u;
    return validity;
  }

  /// Byte i, counted from the left, of words that were zero.
  __device__ void set(int i, std::uint8_t valid) { words[i / 4] |= std::uint32_t{valid} << (i % 4 * 8); }

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
