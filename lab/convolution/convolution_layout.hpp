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
//      |  +--------------+  |                 The input tile is staged by rows and
//   36 |  | 32 x 32 out  |  |                 columns: a warp a row, each lane its column, and the first four lanes the
//      |  +--------------+  |                 last four columns in a request of their own.  word = row * pitch + col
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

/// Requests of warps that bring in a row of the input tile.
inline constexpr int kRequestsPerStagedRow = (kInputTileSide + kWarpLanes - 1) / kWarpLanes;

// What is read of global memory for a pixel: an untiled blur reads 25.
static_assert(kInputTilePixels <= 1.6 * kTileSide * kTileSide);

// All requests, of staging and of taps, go along one row, where any pitch is free: a pad can gain nothing here.
static_assert(shared_memory_cost(tile_row(kDensePitch, 1), 4).wavefronts == 1);
static_assert(shared_memory_cost(tile_row(kPaddedPitch, 1), 4).wavefronts == 1);

}  // namespace strandline::lab
