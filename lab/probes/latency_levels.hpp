// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What latencies tell of caches: where levels end, how long lines are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace strandline::lab {

struct CachePoint {
  std::int64_t bytes = 0;  ///< footprint or stride
  double cycles = 0;       ///< of a load
};

/// A range of footprints over which the latency stays the same.
struct CacheLevel {
  double cycles = 0;  ///< the median there
  std::int64_t first_bytes = 0;
  std::int64_t last_bytes = 0;               ///< the largest footprint that was measured and still is as quick
  std::optional<std::int64_t> slower_bytes;  ///< the next larger one, if any was measured
};

/// Levels from the smallest footprint on. Between them, where some loads find their line and some don't, there is none.
std::vector<CacheLevel> find_levels(std::vector<CachePoint> by_footprint);

/// The smallest stride from which on a larger one costs no more, since each load has a line of its own; chains must be
/// sequential and not fit into the level. Empty where the latency doesn't rise, or rises to the largest stride.
std::optional<std::int64_t> find_line_bytes(std::vector<CachePoint> by_stride);

/// Two groups of latencies, the nearer and the farther.
struct TwoSides {
  double near_cycles = 0;  ///< means
  double far_cycles = 0;
  double near_share = 0;  ///< of all, 0 to 1
};

/// Where the two groups that differ most (Otsu's threshold) account for more than kTwoSided of the variance. Of fewer
/// than kFewestForSides latencies nothing is claimed.
inline constexpr std::size_t kFewestForSides = 16;
inline constexpr double kTwoSided = 0.8;  // a uniform spread, which has no sides, gives 0.75
std::optional<TwoSides> find_two_sides(std::vector<double> latencies);

}  // namespace strandline::lab
