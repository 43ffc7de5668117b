// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What a lane keeps while it walks down or up the rows of its columns, and the step from one row to the next.
//
//     x  x  x  x  x  x        a row of input, six neighbours
//      \  \  \/  /  /
//          h                  six taps across; the last six rows of h are kept
//          |  six taps down
//          P                  cells; those of the last row are kept
//
//     P(r,c)  P(r,c+1)        four cells decide the pixel between them
//     P(r+1,c)  P(r+1,c+1)
#pragma once

#include <cstdint>

#include "cuda/kernels/edges_arithmetic.cuh"
#include "cuda/kernels/lane_pixels.cuh"
#include "cuda/kernels/validity_window.cuh"

namespace strandline::cuda {

/// Rows that must have gone in before the row that comes out is right.
inline constexpr int kRowsBeforeFirst = 6;

/// A walk's state is indexed by compile-time constants only, which is why rows go in six at a time.
inline constexpr int kRowsOfSums = 6;

enum class Direction { down, up };

/// Four bytes, each 255 where the float is negative and 0 elsewhere: the sign of each float's top byte, replicated.
__device__ inline std::uint32_t bytes_of_signs(float d0, float d1, float d2, float d3) {
  // Written as PTX because __byte_perm masks off the bit of a selector that replicates signs.
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  std::uint32_t bytes = 0;
  asm("prmt.b32 %0, %1, %2, 0x00fb;" : "=r"(low) : "r"(__float_as_uint(d0)), "r"(__float_as_uint(d1)));
  asm("prmt.b32 %0, %1, %2, 0x00fb;" : "=r"(high) : "r"(__float_as_uint(d2)), "r"(__float_as_uint(d3)));
  asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(bytes) : "r"(low), "r"(high));
  return bytes;
}

/// Four output bytes from four decisions.
template <Pixel T>
__device__ std::uint32_t output_bytes(const float* d) {
  const std::uint32_t bytes = bytes_of_signs(d[0], d[1], d[2], d[3]);
  if constexpr (std::same_as<T, float>) {
    // 0 times anything finite is 0, so that one comparison tells whether one of four is not.
    const float all = __fmaf_rn(d[0], 0.0f, __fmaf_rn(d[1], 0.0f, __fmaf_rn(d[2], 0.0f, d[3] * 0.0f)));
    if (all != all) {
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
  static constexpr int kCells = kCols + 1;
  static constexpr int kWords = kCols / 4;

  using Output = WordOf<kCols>;

  __device__ explicit EdgesWalk(float half_squared_threshold) : half_squared_threshold_(half_squared_threshold) {}

  /// Takes the next row, number `phase` of six, and gives the output row that it completes. The caller unrolls its
  /// loop, so that `phase` is a constant and the state stays in registers.
  template <Direction kDirection>
  __device__ __forceinline__ Output step(int phase, const LanePixels<T>& pixels, const LaneValidity<T>& validity) {
    const auto& x = pixels.x;
    Sum cells[kCells];
#pragma unroll
    for (int j = 0; j < kCells; ++j) {
      h_[phase][j] = six_taps(x[j], x[j + 1], x[j + 2], x[j + 3], x[j + 4], x[j + 5]);
      cells[j] = six_taps(h_[(phase + 1) % 6][j], h_[(phase + 2) % 6][j], h_[(phase + 3) % 6][j],
                          h_[(phase + 4) % 6][j], h_[(phase + 5) % 6][j], h_[phase][j]);
    }
    float d[kCols];
#pragma unroll
    for (int j = 0; j < kCols; ++j) {
      d[j] = kDirection == Direction::down
                 ? decision(cells_[j], cells_[j + 1], cells[j], cells[j + 1], half_squared_threshold_)
                 : decision(cells[j], cells[j + 1], cells_[j], cells_[j + 1], half_squared_threshold_);
    }
#pragma unroll
    for (int j = 0; j < kCells; ++j) cells_[j] = cells[j];
    std::uint32_t words[kWords];
#pragma unroll
    for (int i = 0; i < kWords; ++i) {
      words[i] = output_bytes<T>(d + 4 * i);
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
  Sum h_[kRowsOfSums][kCells] = {};
  Sum cells_[kCells] = {};
  ValidityWindow windows_[kWords];
};

}  // namespace strandline::cuda
