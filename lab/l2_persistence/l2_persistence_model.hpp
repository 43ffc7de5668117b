// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What a reused region beside a stream should take: bytes at the rates of DRAM and of the L2 cache.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace strandline::lab {

/// One call: `passes` over the region; for each of its words so many of the stream.
struct L2Work {
  std::int64_t region_bytes = 0;
  std::int64_t passes = 1;
  std::int64_t streamed_per_reused = 1;

  std::int64_t reused_bytes() const { return region_bytes * passes; }
  std::int64_t streamed_bytes() const { return reused_bytes() * streamed_per_reused; }
};

/// Bytes a cycle.
struct L2Rates {
  double dram = 0;
  double l2 = 0;
};

/// Share of the window's accesses that get the persisting property, so that these fill the set-aside and no more.
double hit_ratio_for(std::int64_t window_bytes, std::int64_t set_aside_bytes);

/// Share of the region that the L2 cache still has when a pass comes to it again: all of it where the region and what
/// is streamed meanwhile fit, and nothing where they don't, since the least recently used goes first.
double kept_without_window(const L2Work& work, std::int64_t l2_bytes);

/// With a window of that hit ratio. What the window leaves out is streamed.
double kept_with_window(const L2Work& work, std::int64_t window_bytes, double hit_ratio, std::int64_t set_aside_bytes);

/// Cycles of one call that finds the cache empty, when `kept` of the region is found there by all passes but the first.
double predicted_cycles(const L2Work& work, double kept, const L2Rates& rates);

/// One row that was measured.
struct L2Finding {
  std::int64_t percent = 0;  ///< of what is set aside
  double region_mib = 0;
  std::string loads;
  std::string window;  ///< "none", "fitting" or "ratio_1"
  double us = 0;       ///< of a pass
};

/// For each kind of loads what the window is worth, then what is quickest at most sizes.
std::vector<std::string> l2_verdicts(const std::vector<L2Finding>& findings);

}  // namespace strandline::lab
