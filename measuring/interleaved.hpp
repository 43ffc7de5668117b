// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Times several contestants in turns, so that whatever the machine does meanwhile happens to all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace strandline::measuring {

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
  /// Asked after each round; a round that doesn't count, since the machine was slow meanwhile, is thrown away.
  std::function<bool()> round_counts = {};
  /// When all rounds are over a last one follows, in which these are called before and after each contestant's sample.
  std::function<void(std::size_t contestant)> before_last = {};
  std::function<void(std::size_t contestant)> after_last = {};
};

/// Milliseconds a call, one sample a round.
using Samples = std::vector<double>;

struct Rounds {
  std::vector<Samples> samples;  ///< (contestants, accepted rounds); sample i of each is of the same round
  std::int64_t rejected = 0;     ///< rounds that didn't count
  bool steady = false;           ///< else the time was used up
};

/// Contestants are called some times first, which doesn't count. Each sample is a batch of calls that takes a while.
Rounds measure_in_rounds(std::span<const TimedCalls> contestants, const StoppingRule& rule);

/// The samples alone.
std::vector<Samples> measure_interleaved(std::span<const TimedCalls> contestants, const StoppingRule& rule);

/// By the host's clock, for contestants that return when they are done.
std::vector<Samples> measure_interleaved(std::span<const Contestant> contestants, const StoppingRule& rule);

/// Between the two nearest samples where the place lies between them. There must be samples.
double quantile(const Samples& sorted, double fraction);

double median(Samples samples);

/// Distance of the quartiles over the median: half of the samples lie in an interval of that width.
double relative_iqr(Samples samples);

/// numerator[i] / denominator[i], round by round: a change of the machine's speed between rounds cancels.
Samples ratios(const Samples& numerator, const Samples& denominator);

}  // namespace strandline::measuring
