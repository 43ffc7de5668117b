// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the cost model says of a pattern at each level of memory. Needs no card.
#pragma once

#include <span>

#include "coalescing/coalescing_pattern.hpp"

namespace strandline::lab {

/// Counts of one request.
struct PatternCharge {
  int sectors = 0;
  int lines = 0;
  int l1_wavefronts = 0;
  int bank_wavefronts = 0;  ///< that the same addresses would take in shared memory
  int fresh_sectors = 0;    ///< that the request before it, its neighbour, hasn't asked for
  int fresh_pairs = 0;      ///< the same of aligned pieces of two sectors
};

/// Throws std::invalid_argument when the offset is no multiple of the width.
PatternCharge pattern_charge(const LoadPattern& pattern);

/// Mean of |found / expected - 1|; of no figures 0.
double mean_deviation(std::span<const double> found, std::span<const double> expected);

}  // namespace strandline::lab
