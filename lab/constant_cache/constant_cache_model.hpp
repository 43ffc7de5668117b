// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Chains through a footprint, and what their latencies tell of caches: where levels end, how long lines are.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace strandline::lab {

enum class ChainOrder {
  sequential,
  random  ///< in an order that nothing can foresee, the same in every run
};

/// Words of `footprint_bytes` in which node k, at byte k * stride_bytes, has the offset in bytes of the node to visit
/// next, and a closed walk visits all of them; at least one node. `stride_bytes` is a multiple of 4.
std::vector<std::uint32_t> make_chain(std::int64_t footprint_bytes, std::int64_t stride_bytes, ChainOrder order);

std::int64_t chain_nodes(std::int64_t footprint_bytes, std::int64_t stride_bytes);

/// Where so many loads lead from offset 0.
std::uint32_t follow_chain(std::span<const std::uint32_t> chain, std::int64_t loads);

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

}  // namespace strandline::lab
