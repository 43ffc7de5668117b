// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the cost model says of a pattern at each level of memory. Needs no card.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "coalescing/coalescing_pattern.hpp"

namespace strandline::lab {

/// Of one request. What the cost model says comes first; the other reading of each level was read off an H200, so it is
/// a prediction for other cards only.
struct PatternCharge {
  int sectors = 0;
  int lines = 0;

  int l1_wavefronts = 0;
  /// The same where each of L1's tags lies in one of four banks, as a mean over the requests in L1.
  double l1_wavefronts_by_tag_banks = 0;

  /// Cycles of L2 when one takes two sectors of a line: a line with one sector costs as much as with two.
  double l2_lookups = 0;

  int fresh_sectors = 0;  ///< that the request before it, its neighbour, hasn't asked for
  int fresh_pairs = 0;    ///< the same of aligned pieces of two sectors
};

/// Which of four banks has the tag of line `line` of memory that begins on 32 KiB. No guide says so: of all pairs of
/// parities of the line's lowest eight bits these fit 129 patterns on an H200 best, those of 4 bytes within 0.4 % and
/// all within 4.3 %.
constexpr int l1_tag_bank(std::uint64_t line) {
  constexpr std::uint64_t kOddBank = 0x6f;
  constexpr std::uint64_t kUpperBanks = 0xb5;
  return std::popcount(line & kOddBank) % 2 + 2 * (std::popcount(line & kUpperBanks) % 2);
}

/// The requests in L1.
LoadRow near_row(const LoadPattern& pattern, int turns);

/// Throws std::invalid_argument when the offset is no multiple of the width.
PatternCharge pattern_charge(const LoadPattern& pattern);

/// Mean of |found / expected - 1|; of no figures 0.
double mean_deviation(std::span<const double> found, std::span<const double> expected);

}  // namespace strandline::lab
