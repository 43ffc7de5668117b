// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Chains visit what they should, and the levels, lines and sides of made-up caches are found.
#include "probes/latency_levels.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalogue.hpp"
#include "probes/pointer_chain.hpp"

namespace {

using namespace strandline::lab;

TEST(PointerChain, VisitsEveryNodeOnceAndCloses) {
  for (const ChainOrder order : {ChainOrder::sequential, ChainOrder::random}) {
    for (const std::int64_t footprint : {1, 64, 65, 1000, 2048, 2111}) {
      for (const std::int64_t stride : {4, 12, 64, 128}) {
        SCOPED_TRACE(testing::Message() << footprint << " bytes, stride " << stride);
        const std::int64_t nodes = chain_nodes(footprint, stride);
        EXPECT_EQ(nodes, std::max(std::int64_t{1}, footprint / stride));
        const Chain chain = make_chain(nodes, stride, order, 256);
        EXPECT_EQ(follow_chain(chain, nodes), follow_chain(chain, 0));
        std::set<std::uint64_t> places(chain.begin(), chain.end());
        EXPECT_EQ(std::ssize(places), nodes);
        EXPECT_EQ(*places.begin(), 256U);
        EXPECT_EQ(*places.rbegin(), static_cast<std::uint64_t>(256 + (nodes - 1) * stride));
      }
    }
  }
}

TEST(PointerChain, SequentialGoesOnByTheStride) {
  EXPECT_EQ(follow_chain(make_chain(16, 64, ChainOrder::sequential), 3), 192U);
}

TEST(PointerChain, RandomHasNoStride) {
  const Chain chain = make_chain(1024, 64, ChainOrder::random);
  int neighbours = 0;
  for (std::size_t i = 1; i < chain.size(); ++i) neighbours += chain[i] == chain[i - 1] + 64 ? 1 : 0;
  EXPECT_LT(neighbours, 10);
}

TEST(TwoSides, AreFoundWhereThereAreTwo) {
  std::vector<double> latencies;
  std::mt19937 random(1);
  std::normal_distribution<double> spread(0, 5);
  for (int line = 0; line < 300; ++line) latencies.push_back((line % 3 == 0 ? 200 : 260) + spread(random));
  const auto sides = find_two_sides(latencies);
  ASSERT_TRUE(sides);
  EXPECT_NEAR(sides->near_cycles, 200, 3);
  EXPECT_NEAR(sides->far_cycles, 260, 3);
  EXPECT_NEAR(sides->near_share, 1.0 / 3, 0.01);
}

TEST(TwoSides, ArentClaimedOfAnEvenSpread) {
  std::vector<double> latencies;
  for (int line = 0; line < 300; ++line) latencies.push_back(200 + 0.3 * line);
  EXPECT_FALSE(find_two_sides(latencies));
  EXPECT_FALSE(find_two_sides(std::vector<double>(300, 250)));
  EXPECT_FALSE(find_two_sides({200, 300}));
  EXPECT_FALSE(find_two_sides({}));
}

std::vector<std::int64_t> default_footprints() { return find_description("constant-cache").sizes.front().values; }

/// Random replacement or the like: beyond its size a level still gives what it has room for.
double gradual(double bytes, double size, double hit, double miss) {
  return bytes <= size ? hit : miss - (miss - hit) * std::pow(size / bytes, 2);
}

/// Least recently used, 4 ways of so many sets: each line beyond the size spoils one set, in a cyclic walk wholly.
double by_sets(double bytes, double size, double sets, double hit, double miss) {
  const double lines = bytes / 64;
  const double spoiled = std::max(0.0, (bytes - size) / 64);
  const double misses = spoiled < sets ? 5 * spoiled : lines;
  return hit + (miss - hit) * misses / lines;
}

std::vector<CachePoint> measure(const std::function<double(double)>& card, double noise = 0) {
  std::mt19937 random(1);
  std::normal_distribution<double> factor(1, noise > 0 ? noise : 1e-12);
  std::vector<CachePoint> points;
  for (const std::int64_t bytes : default_footprints()) {
    points.push_back({bytes, card(static_cast<double>(bytes)) * factor(random)});
  }
  return points;
}

TEST(CacheLevels, FindsOneThatEndsAtOnce) {
  const auto levels = find_levels(measure([](double bytes) { return bytes <= 2048 ? 27 : 80; }));
  ASSERT_EQ(levels.size(), 2U);
  EXPECT_NEAR(levels[0].cycles, 27, 1e-6);
  EXPECT_EQ(levels[0].first_bytes, 256);
  EXPECT_EQ(levels[0].last_bytes, 2048);
  EXPECT_EQ(levels[0].slower_bytes, 2112);
  EXPECT_NEAR(levels[1].cycles, 80, 1e-6);
  EXPECT_EQ(levels[1].first_bytes, 2112);
  EXPECT_EQ(levels[1].last_bytes, 65536);
  EXPECT_EQ(levels[1].slower_bytes, std::nullopt);
}

TEST(CacheLevels, FindsTwoThatEndGradually) {
  const auto card = [](double bytes) {
    return bytes <= 16384 ? gradual(bytes, 2048, 27, 80) : gradual(bytes, 46 * 1024, 80, 300);
  };
  for (const double noise : {0.0, 0.005}) {
    const auto levels = find_levels(measure(card, noise));
    ASSERT_GE(levels.size(), 2U);
    EXPECT_EQ(levels[0].last_bytes, 2048);
    EXPECT_NEAR(levels[1].cycles, 80, 4);
    EXPECT_EQ(levels[1].last_bytes, 46 * 1024);
    EXPECT_EQ(levels[1].slower_bytes, 48 * 1024);
  }
}

TEST(CacheLevels, FindsOneThatEndsSetBySet) {
  const auto levels = find_levels(measure([](double bytes) { return by_sets(bytes, 2048, 8, 27, 80); }, 0.005));
  ASSERT_EQ(levels.size(), 2U);
  EXPECT_EQ(levels[0].last_bytes, 2048);
  EXPECT_NEAR(levels[1].cycles, 80, 2);
  EXPECT_GE(levels[1].first_bytes, 2304);
}

TEST(CacheLevels, OneForAllIsOneWithoutEnd) {
  const auto levels = find_levels(measure([](double) { return 30; }, 0.01));
  ASSERT_EQ(levels.size(), 1U);
  EXPECT_EQ(levels[0].first_bytes, 256);
  EXPECT_EQ(levels[0].last_bytes, 65536);
  EXPECT_EQ(levels[0].slower_bytes, std::nullopt);
}

TEST(CacheLevels, ASmallStepMakesNoLevel) {
  const auto levels = find_levels(measure([](double bytes) { return bytes <= 8192 ? 30 : 33; }));
  ASSERT_EQ(levels.size(), 1U);
  EXPECT_EQ(levels[0].last_bytes, 65536);
}

TEST(CacheLevels, ASlopeIsNone) {
  const auto levels = find_levels(measure([](double bytes) { return std::sqrt(bytes); }));
  EXPECT_TRUE(std::ranges::none_of(levels, [](const CacheLevel& own) { return own.last_bytes > 2 * own.first_bytes; }));
}

TEST(CacheLevels, TheOrderOfThePointsDoesntMatter) {
  auto points = measure([](double bytes) { return bytes <= 2048 ? 27 : 80; });
  std::ranges::reverse(points);
  EXPECT_EQ(find_levels(points).at(0).last_bytes, 2048);
}

TEST(CacheLevels, TooFewPointsAreNone) {
  EXPECT_TRUE(find_levels({}).empty());
  EXPECT_TRUE(find_levels({{64, 27}}).empty());
  EXPECT_TRUE(find_levels({{64, 27}, {128, 27}}).empty());
}

/// Sequential, and too large for the level: the first load of each line misses.
std::vector<CachePoint> by_stride(double line, double hit, double miss) {
  std::vector<CachePoint> points;
  for (const std::int64_t stride : {4, 8, 16, 32, 64, 128}) {
    const double misses = std::min(1.0, static_cast<double>(stride) / line);
    points.push_back({stride, hit + (miss - hit) * misses});
  }
  return points;
}

TEST(CacheLines, AreFoundWhereTheLatencyStopsRising) {
  EXPECT_EQ(find_line_bytes(by_stride(64, 27, 80)), 64);
  EXPECT_EQ(find_line_bytes(by_stride(32, 27, 80)), 32);
  EXPECT_EQ(find_line_bytes(by_stride(64, 40, 50)), 64);
}

TEST(CacheLines, ArentClaimedWhereNothingShowsThem) {
  EXPECT_EQ(find_line_bytes({}), std::nullopt);
  EXPECT_EQ(find_line_bytes(by_stride(64, 27, 27)), std::nullopt);   // it all fits
  EXPECT_EQ(find_line_bytes(by_stride(256, 27, 80)), std::nullopt);  // longer than every stride
}

}  // namespace
