// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// How the kernels lay their tiles out: one definition for them, for the cost model and for the tests.
#pragma once

#include <cstdint>

#include <strandline/warp_cost.hpp>

namespace strandline::lab {

/// Sides fit an int in kernels; their product doesn't.
struct ImageSize {
  int rows = 0;
  int cols = 0;

  constexpr std::int64_t pixels() const { return std::int64_t{rows} * cols; }
};

//        36 = 2 + 32 + 2 columns              A block of 32 x 8 threads makes 32 x 32 pixels. Each warp takes four
//      +--------------------+                 rows of 32, so that what a thread has read for one row serves the next.
//      |  2  apron          |
//      |  +--------------+  |                 The input tile is staged as threads are numbered, along its rows and
//   36 |  | 32 x 32 out  |  |  shared word    on into the next:  element i -> row i / 36, col i % 36
//      |  +--------------+  |                 word = row * pitch + col
//      |  2                 |
//      +--------------------+
inline constexpr int kBlurRadius = 2;
inline constexpr int kBlurTaps = 2 * kBlurRadius + 1;
inline constexpr int kTileSide = kWarpLanes;
inline constexpr int kWarpsPerBlock = 8;
inline constexpr int kBlockThreads = kWarpLanes * kWarpsPerBlock;
inline constexpr int kRowsPerThread = kTileSide / kWarpsPerBlock;
inline constexpr int kInputTileSide = kTileSide + 2 * kBlurRadius;
inline constexpr int kInputTilePixels = kInputTileSide * kInputTileSide;

inline constexpr int kDensePitch = kInputTileSide;
inline constexpr int kPaddedPitch = kInputTileSide + 1;

constexpr int tile_word(int element, int pitch) { return element / kInputTileSide * pitch + element % kInputTileSide; }

/// A warp's request while the tile is staged: lane i stores element first + i.
struct StagedAddresses {
  int first = 0;
  int pitch = kDensePitch;

  constexpr std::uint64_t operator()(int lane) const {
    return static_cast<std::uint64_t>(tile_word(first + lane, pitch)) * kSharedBankBytes;
  }
};

// What is read of global memory for a pixel: an untiled blur reads 25.
static_assert(kInputTilePixels <= 1.6 * kTileSide * kTileSide);

// Taps are read along rows, where any pitch is free. Staging goes on from row to row: dense rows are one run of words,
// while a pad between two rows puts the first and the last of 32 words into the same bank.
static_assert(shared_memory_cost(tile_row(kDensePitch, 1), 4).wavefronts == 1);
static_assert(shared_memory_cost(tile_row(kPaddedPitch, 1), 4).wavefronts == 1);
static_assert(shared_memory_cost(StagedAddresses{kWarpLanes, kDensePitch}, 4).wavefronts == 1);
static_assert(shared_memory_cost(StagedAddresses{kWarpLanes, kPaddedPitch}, 4).wavefronts == 2);

}  // namespace strandline::lab
