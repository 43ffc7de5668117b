// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Contestants in turns: which samples are kept, when it ends, and the statistics.
#include "measuring/interleaved.hpp"

#include <array>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

namespace {

using namespace strandline::measuring;

// Long enough that a sample is one call.
constexpr double kCallMs = 5;

TimedCalls steady(double ms) {
  return [ms](std::int64_t calls) { return ms * static_cast<double>(calls); };
}

/// Each call takes twice or once as long, in turns.
TimedCalls restless() {
  return [slow = false](std::int64_t calls) mutable {
    slow = !slow;
    return (slow ? 2 : 1) * kCallMs * static_cast<double>(calls);
  };
}

const std::array<TimedCalls, 2> kSteady = {steady(kCallMs), steady(2 * kCallMs)};

TEST(Interleaved, EndsWhenTheFiguresAreSteady) {
  const Rounds rounds = measure_in_rounds(kSteady, {.fewest_rounds = 3, .enough_rounds = 7});
  EXPECT_TRUE(rounds.steady);
  EXPECT_EQ(rounds.rejected, 0);
  ASSERT_EQ(rounds.samples.size(), 2U);
  EXPECT_EQ(rounds.samples[0], Samples(7, kCallMs));
  EXPECT_EQ(rounds.samples[1], Samples(7, 2 * kCallMs));
}

TEST(Interleaved, EndsWhenTheTimeIsUp) {
  const std::array<TimedCalls, 1> contestants = {restless()};
  const Rounds rounds =
      measure_in_rounds(contestants, {.fewest_rounds = 3, .enough_rounds = 5, .seconds_per_contestant = 0.1});
  EXPECT_FALSE(rounds.steady);
  EXPECT_GE(rounds.samples[0].size(), 10U);
  EXPECT_LE(rounds.samples[0].size(), 20U);
}

TEST(Interleaved, SamplesOfShortCallsAreBatches) {
  std::int64_t most_calls = 0;
  const std::array<TimedCalls, 1> contestants = {[&](std::int64_t calls) {
    most_calls = std::max(most_calls, calls);
    return 0.01 * static_cast<double>(calls);
  }};
  const Rounds rounds = measure_in_rounds(contestants, {.enough_rounds = 5});
  EXPECT_GE(most_calls, 200);
  for (const double sample : rounds.samples[0]) EXPECT_NEAR(sample, 0.01, 1e-9);
}

TEST(Interleaved, ThrowsAwayWhatDoesNotCount) {
  int round = 0;
  const Rounds rounds =
      measure_in_rounds(kSteady, {.enough_rounds = 6, .round_counts = [&] { return ++round % 3 != 0; }});
  EXPECT_TRUE(rounds.steady);
  EXPECT_EQ(rounds.samples[0].size(), 6U);
  EXPECT_EQ(rounds.samples[1].size(), 6U);
  EXPECT_EQ(rounds.rejected, 2);
}

TEST(Interleaved, EndsThoughNoRoundCounts) {
  const Rounds rounds =
      measure_in_rounds(kSteady, {.seconds_per_contestant = 0.1, .round_counts = [] { return false; }});
  EXPECT_FALSE(rounds.steady);
  EXPECT_TRUE(rounds.samples[0].empty());
  EXPECT_TRUE(rounds.samples[1].empty());
  EXPECT_GE(rounds.rejected, 5);
}

TEST(Interleaved, TheLastRoundIsOneThatIsLookedAt) {
  std::vector<int> events;  // calls of contestant i as i, before them 10 + i, after them 20 + i
  const auto told = [&](int event) {
    return [&events, event](std::int64_t calls) {
      events.push_back(event);
      return kCallMs * static_cast<double>(calls);
    };
  };
  const std::array<TimedCalls, 2> contestants = {told(0), told(1)};
  const Rounds rounds = measure_in_rounds(
      contestants, {.enough_rounds = 5,
                    .before_last = [&](std::size_t i) { events.push_back(10 + static_cast<int>(i)); },
                    .after_last = [&](std::size_t i) { events.push_back(20 + static_cast<int>(i)); }});
  EXPECT_EQ(rounds.samples[0].size(), 6U);
  ASSERT_GE(events.size(), 6U);
  EXPECT_EQ(std::vector<int>(events.end() - 6, events.end()), (std::vector<int>{10, 0, 20, 11, 1, 21}));
}

TEST(Interleaved, QuantilesLieBetweenSamples) {
  EXPECT_DOUBLE_EQ(quantile({1, 2, 3, 4}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile({1, 2, 3, 4, 5}, 0.25), 2);
  EXPECT_DOUBLE_EQ(quantile({7}, 0.75), 7);
  EXPECT_DOUBLE_EQ(median({5, 1, 3}), 3);
  EXPECT_DOUBLE_EQ(relative_iqr({5, 1, 2, 4, 3}), 2.0 / 3);
}

TEST(Interleaved, RatiosAreOfTheSameRound) { EXPECT_EQ(ratios({2, 6}, {1, 2}), (Samples{2, 3})); }

}  // namespace
