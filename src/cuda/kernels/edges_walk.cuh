// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What a lane keeps while it walks down the rows of its columns, and the step from one row to the next.
//
//     x  x  x  x  x  x        a row of input, six neighbours
//      \  \  \/  /  /
//          h                  six taps across
//          |  six taps down   (column_sums.cuh keeps what they need)
//          P                  cells; those of the last row are kept
//
//     P(r,c)  P(r,c+1)        four cells decide the pixel between them; the one to the right of a lane's last is its
//     P(r+1,c)  P(r+1,c+1)    neighbour's first
#pragma once

#include <cstdint>

#include "cuda/kernels/column_sums.cuh"
#include "cuda/kernels/edges_arithmetic.cuh"
#include "cuda/kernels/lane_pixels.cuh"
#include "cuda/kernels/validity_window.cuh"

namespace strandline::cuda {

/// Calls `walk` with what it wants to know at compile time: whether each lane of the warp writes all of its pixels.
template <class Walk>
__device__ __forceinline__ void choose_walk(bool lane_is_whole, Walk&& walk) {
  if (__all_sync(~0u, lane_is_whole)) {
    walk.template operator()<true>();
  } else {
    walk.template operator()<false>();
  }
}

/// Two bytes, each 255 where the float is negative and 0 elsewhere: the signs of the floats' top bytes, replicated.
/// (The two bytes above are of no meaning.)
__device__ inline std::uint32_t bytes_of_signs(float d0, float d1) {
  // Written as PTX because __byte_perm masks off the bit of a selector that replicates signs.
  std::uint32_t bytes = 0;
  asm("prmt.b32 %0, %1, %2, 0x00fb;" : "=r"(bytes) : "r"(__float_as_uint(d0)), "r"(__float_as_uint(d1)));
  return bytes;
}

/// Whether a float image's decisions may come out as -0, which is no edge but has an edge's sign: by underflow, at
/// thresholds next to 0. From 2^-60 on, u^2 and v^2 near the threshold are multiples of 2^-107, which f32 has.
__device__ inline bool may_underflow(float half_squared_threshold) { return half_squared_threshold < 0x1p-60f; }

/// Four output bytes from four decisions. `is_careful` is the same for the warp.
template <Pixel T>
__device__ __forceinline__ std::uint32_t output_bytes(const float* d, bool is_careful) {
  const std::uint32_t bytes = __byte_perm(bytes_of_signs(d[0], d[1]), bytes_of_signs(d[2], d[3]), 0x5410);
  if constexpr (std::same_as<T, float>) {
    // 0 times anything finite is 0, so that one comparison tells whether one of four is not.
    const float all = __fmaf_rn(d[0], 0.0f, __fmaf_rn(d[1], 0.0f, __fmaf_rn(d[2], 0.0f, d[3] * 0.0f)));
    if (is_careful || __any_sync(~0u, all != all)) {
      return byte_of(d[0]) | byte_of(d[1]) << 8 | byte_of(d[2]) << 16 | static_cast<std::uint32_t>(byte_of(d[3])) << 24;
    }
  }
  return bytes;
}

template <Pixel T, bool kHasValidity>
class EdgesWalk {
 public:
  using Sum = SumOf<T>;
  static constexpr int kCols = kLaneCols<T>;
  static constexpr int kWords = kCols / 4;
  static constexpr int kPhases = ColumnSums<Sum>::kPhases;

  using Output = WordOf<kCols>;

  __device__ explicit EdgesWalk(float half_squared_threshold) : half_squared_threshold_(half_squared_threshold) {}

  /// Takes the next row, number `phase` of kPhases, and gives the output row that it completes. The caller unrolls its
  /// loop, so that `phase` is a constant and the state stays in registers.
  __device__ __forceinline__ Output step(int phase, const LanePixels<T>& pixels, const LaneValidity<T>& validity) {
    const auto& x = pixels.x;
    Sum cells[kCols + 1];
#pragma unroll
    for (int j = 0; j < kCols; ++j) {
      cells[j] = columns_[j].push(phase, six_taps(x[j], x[j + 1], x[j + 2], x[j + 3], x[j + 4], x[j + 5]));
    }
    cells[kCols] = __shfl_down_sync(~0u, cells[0], 1);
    float d[kCols];
#pragma unroll
    for (int j = 0; j < kCols; ++j) {
      d[j] = decision(cells_[j], cells_[j + 1], cells[j], cells[j + 1], half_squared_threshold_);
    }
#pragma unroll
    for (int j = 0; j <= kCols; ++j) cells_[j] = cells[j];
    std::uint32_t words[kWords];
#pragma unroll
    for (int i = 0; i < kWords; ++i) {
      words[i] = output_bytes<T>(d + 4 * i, may_underflow(half_squared_threshold_));
      if constexpr (kHasValidity) {
        windows_[i].push(validity.words[i], validity.words[i + 1], validity.words[i + 2]);
        words[i] = windows_[i].mark(words[i]);
      }
    }
    Output output;
    __builtin_memcpy(&output, words, sizeof(output));
    return output;
  }

 private:
  float half_squared_threshold_;
  ColumnSums<Sum> columns_[kCols];
  Sum cells_[kCols + 1] = {};
  ValidityWindow windows_[kWords];
};

}  // namespace strandline::cuda
