// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// A rectangle of a band's output: what one thread takes at a time.
#pragma once

#include <cstdint>

namespace strandline::cpu {

/// 19 to 28 bytes of sums a column stay in the second-level cache.
inline constexpr std::int64_t kMostTileCols = 4096;

struct Tile {
  std::int64_t first_row = 0;  // of the band's output, not of the image
  std::int64_t first_col = 0;
  std::int64_t rows = 0;
  std::int64_t cols = 0;  // at most kMostTileCols
};

}  // namespace strandline::cpu
