// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Times several contestants in turns, so that whatever the machine does meanwhile happens to all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace strandline::bench {

using Contestant = std::function<void()>;

/// Makes so many calls of a contestant and returns the milliseconds that they took in all, by a clock of its own.
using TimedCalls = std::function<double(std::int64_t calls)>;

/// Rounds go on until the figures are steady or the time is used up. In a round every contestant gives one sample.
struct StoppingRule {
  int fewest_rounds = 5;
  int enough_rounds = 15;
  /// Beyond enough_rounds more are taken while some contestant's spread is above this...
  double steady_relative_iqr = 0.05;
  /// ...and so many seconds a contestant are not used up.
  double seconds_per_contestant = 3;
};

/// Milliseconds a call, one sample a round.
using Samples = std::vector<double>;

/// Returns (contestants) samples; sample i of each is of the same round. Contestants are called some times first, which
/// doesn't count.
std::vector<Samples> measure_interleaved(std::span<const TimedCalls> contestants, const StoppingRule& rule);

/// By the host's clock, for contestants that return when they are done.
std::vector<Samples> measure_interleaved(std::span<const Contestant> contestants, const StoppingRule& rule);

double median(Samples samples);

/// Distance of the quartiles over the median: half of the samples lie in an interval of that width.
double relative_iqr(Samples samples);

/// numerator[i] / denominator[i], round by round: a change of the machine's speed between rounds cancels.
Samples ratios(const Samples& numerator, const Samples& denominator);

}  // namespace strandline::bench
