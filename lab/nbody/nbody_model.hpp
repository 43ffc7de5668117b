// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// How many cycles an interaction takes by what it issues. Needs no card.
#pragma once

#include <cstdint>
#include <string>

#include "nbody/nbody_body.hpp"

namespace strandline::lab {

/// Additions, multiplications and fused multiply-adds of single precision in an interaction; a reciprocal root besides.
inline constexpr int kFp32Instructions = 12;

struct InteractionTime {
  double cycles = 0;     ///< of a quarter of a multiprocessor, for the 32 interactions of a warp with one body
  std::string bound_by;  ///< "issue", "FP32", "roots", "loads" or "shuffles"
};

/// `fp32_lanes` of a multiprocessor.
InteractionTime interaction_time(BodyPlace place, int fp32_lanes);

/// Another reading, fitted to an earlier run on an H200 and thus a prediction for other cards only: what isn't done by
/// the FP32 lanes takes two cycles to issue.
double cycles_by_double_issue(BodyPlace place);

/// The share of the multiprocessors' time that is used when blocks don't divide among them, all being resident.
double share_of_time_used(std::int64_t blocks, int multiprocessors);

/// In 10^9 interactions a second, of all multiprocessors.
double interaction_rate(double cycles, int multiprocessors, double clock_mhz);

/// What the FP32 lanes alone allow, whatever else must be issued.
double fp32_bound(int fp32_lanes, int multiprocessors, double clock_mhz);

}  // namespace strandline::lab
