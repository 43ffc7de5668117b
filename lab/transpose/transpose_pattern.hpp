// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which element a thread takes: one definition for the kernels and for the prediction.
#pragma once

#include <cstdint>

#include <strandline/warp_cost.hpp>

namespace strandline::lab {

/// Square tiles of scalar accesses; a block's threads are as wide and take so many rows at once.
inline constexpr int kTransposeTile = 32;
inline constexpr int kTransposeRowsAtOnce = 8;

/// Square tiles of 16-byte accesses, in floats and in groups of four.
inline constexpr int kWideTile = 64;
inline constexpr int kGroupFloats = 4;
inline constexpr int kWideTileGroups = kWideTile / kGroupFloats;
inline constexpr int kWideThreads = 256;
inline constexpr int kWideWarps = kWideThreads / kWarpLanes;
/// Rows of the turned tile that the block writes at once.
inline constexpr int kWideRowsAtOnce = kWideThreads / kWideTileGroups;

/// What thread `thread` loads of a wide tile: four rows of four columns. It turns them in its registers.
struct WideCell {
  int row_group = 0;
  int col_group = 0;
};
constexpr WideCell wide_cell(int thread) { return {thread / kWideTileGroups, thread % kWideTileGroups}; }

/// Where group `group` of row `row` of the turned tile lies in shared memory, in units of 16 bytes. Threads write to
/// every fourth row; the exclusive or spreads these over the banks and leaves each row in its place.
constexpr int swizzled_place(int row, int group) {
  constexpr int kGroupsOfAllBanks = kSharedBanks / kGroupFloats;
  return row * kWideTileGroups + (group ^ (row / kGroupFloats % kGroupsOfAllBanks));
}

inline constexpr int kGroupBytes = 16;

/// The shared addresses to which a warp writes column `col` (0 to 3) of its cells.
struct SwizzledWrite {
  int warp = 0;
  int col = 0;

  constexpr std::uint64_t operator()(int lane) const {
    const WideCell cell = wide_cell(warp * kWarpLanes + lane);
    return static_cast<std::uint64_t>(kGroupBytes) *
           static_cast<std::uint64_t>(swizzled_place(cell.col_group * kGroupFloats + col, cell.row_group));
  }
};

/// The shared addresses from which a warp reads its part of the turned tile's rows.
struct SwizzledRead {
  int warp = 0;
  int first_row = 0;

  constexpr std::uint64_t operator()(int lane) const {
    const WideCell cell = wide_cell(warp * kWarpLanes + lane);
    return static_cast<std::uint64_t>(kGroupBytes) *
           static_cast<std::uint64_t>(swizzled_place(first_row + cell.row_group, cell.col_group));
  }
};

namespace transpose_detail {

constexpr bool is_without_conflict() {
  for (int warp = 0; warp < kWideWarps; ++warp) {
    for (int col = 0; col < kGroupFloats; ++col) {
      if (shared_memory_cost(SwizzledWrite{warp, col}, kGroupBytes).conflict_degree() != 1) return false;
    }
    for (int row = 0; row < kWideTile; row += kWideRowsAtOnce) {
      if (shared_memory_cost(SwizzledRead{warp, row}, kGroupBytes).conflict_degree() != 1) return false;
    }
  }
  return true;
}

}  // namespace transpose_detail

static_assert(transpose_detail::is_without_conflict());
static_assert(shared_memory_cost(tile_column(kTransposeTile), 4).wavefronts == 32);
static_assert(shared_memory_cost(tile_column(kTransposeTile + 1), 4).wavefronts == 1);

}  // namespace strandline::lab
