// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Times several contestants in turns, so that whatever the machine does meanwhile happens to all of them.
#include "measuring/interleaved.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>

namespace strandline::measuring {
namespace {

// A sample of short calls is a batch of them, that neither the clock's grain nor the caches that the contestant before
// it has left count.
constexpr double kShortestSampleMs = 2;

constexpr int kWarmUpCalls = 3;

double host_ms(const Contestant& contestant, std::int64_t calls) {
  const auto start = std::chrono::steady_clock::now();
  for (std::int64_t call = 0; call < calls; ++call) contestant();
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  return elapsed.count();
}

std::int64_t warm_up(const TimedCalls& contestant) {
  double fastest_ms = contestant(1);
  for (int call = 1; call < kWarmUpCalls; ++call) fastest_ms = std::min(fastest_ms, contestant(1));
  return std::max(std::int64_t{1}, static_cast<std::int64_t>(std::ceil(kShortestSampleMs / fastest_ms)));
}

bool is_steady(std::span<const Samples> samples, const StoppingRule& rule) {
  return std::all_of(samples.begin(), samples.end(),
                     [&](const Samples& own) { return relative_iqr(own) <= rule.steady_relative_iqr; });
}

bool is_steady_by_now(const Rounds& rounds, const StoppingRule& rule) {
  const auto accepted = static_cast<int>(rounds.samples.front().size());
  return accepted >= std::max(1, rule.enough_rounds) && is_steady(rounds.samples, rule);
}

bool is_time_up(const Rounds& rounds, double spent_ms, const StoppingRule& rule) {
  const std::int64_t taken = static_cast<std::int64_t>(rounds.samples.front().size()) + rounds.rejected;
  return taken >= rule.fewest_rounds &&
         spent_ms >= rule.seconds_per_contestant * 1e3 * static_cast<double>(rounds.samples.size());
}

void take_last_round(std::span<const TimedCalls> contestants, const std::vector<std::int64_t>& calls,
                     const StoppingRule& rule, Rounds& rounds) {
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    if (rule.before_last) rule.before_last(i);
    rounds.samples[i].push_back(contestants[i](calls[i]) / static_cast<double>(calls[i]));
    if (rule.after_last) rule.after_last(i);
  }
  if (rule.round_counts && !rule.round_counts()) {
    for (Samples& own : rounds.samples) own.pop_back();
    ++rounds.rejected;
  }
}

}  // namespace

Rounds measure_in_rounds(std::span<const TimedCalls> contestants, const StoppingRule& rule) {
  std::vector<std::int64_t> calls;
  for (const TimedCalls& contestant : contestants) calls.push_back(warm_up(contestant));

  Rounds rounds{.samples = std::vector<Samples>(contestants.size())};
  std::vector<std::size_t> order(contestants.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937 random;
  double spent_ms = 0;
  do {
    // In a fixed order each would always find the caches as the same other one has left them.
    std::shuffle(order.begin(), order.end(), random);
    for (const std::size_t index : order) {
      const double elapsed_ms = contestants[index](calls[index]);
      rounds.samples[index].push_back(elapsed_ms / static_cast<double>(calls[index]));
      spent_ms += elapsed_ms;
    }
    if (rule.round_counts && !rule.round_counts()) {
      for (Samples& own : rounds.samples) own.pop_back();
      ++rounds.rejected;
    }
    rounds.steady = is_steady_by_now(rounds, rule);
  } while (!rounds.steady && !is_time_up(rounds, spent_ms, rule));
  if (rule.before_last || rule.after_last) take_last_round(contestants, calls, rule, rounds);
  return rounds;
}

std::vector<Samples> measure_interleaved(std::span<const TimedCalls> contestants, const StoppingRule& rule) {
  return measure_in_rounds(contestants, rule).samples;
}

std::vector<Samples> measure_interleaved(std::span<const Contestant> contestants, const StoppingRule& rule) {
  std::vector<TimedCalls> timed;
  for (const Contestant& contestant : contestants) {
    timed.emplace_back([&](std::int64_t calls) { return host_ms(contestant, calls); });
  }
  return measure_interleaved(std::span<const TimedCalls>(timed), rule);
}

double quantile(const Samples& sorted, double fraction) {
  const double place = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

double median(Samples samples) {
  std::sort(samples.begin(), samples.end());
  return quantile(samples, 0.5);
}

double relative_iqr(Samples samples) {
  std::sort(samples.begin(), samples.end());
  return (quantile(samples, 0.75) - quantile(samples, 0.25)) / quantile(samples, 0.5);
}

Samples ratios(const Samples& numerator, const Samples& denominator) {
  Samples result;
  std::transform(numerator.begin(), numerator.end(), denominator.begin(), std::back_inserter(result), std::divides<>());
  return result;
}

}  // namespace strandline::measuring
