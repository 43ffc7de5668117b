// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Attraction in double precision, and whether its tolerance lets right sums through and wrong ones not.
#include "nbody/nbody_reference.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "random_inputs.hpp"

namespace {

using namespace strandline::lab;

constexpr float kSofteningSquared = 0.0025F;

std::vector<Body> some_bodies(std::int64_t count) {
  const std::vector<float> numbers = random_floats(4 * count, -1, 1, 3);
  std::vector<Body> bodies;
  for (std::size_t i = 0; i < numbers.size(); i += 4) {
    bodies.push_back({numbers[i], numbers[i + 1], numbers[i + 2], 1 + numbers[i + 3] / 2});
  }
  return bodies;
}

/// The greatest deviation of a coordinate as a share of the terms' lengths, of sums in single precision over
/// [first, last) as the kernels make them.
double deviation(const std::vector<Body>& bodies, const std::vector<std::int64_t>& targets,
                 const std::vector<ReferenceSum>& expected, std::size_t first, std::size_t last) {
  double greatest = 0;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const Body& own = bodies[static_cast<std::size_t>(targets[i])];
    float sum[3] = {};
    for (std::size_t j = first; j < last; ++j) {
      const float d[3] = {bodies[j].x - own.x, bodies[j].y - own.y, bodies[j].z - own.z};
      const float squared = std::fma(d[0], d[0], std::fma(d[1], d[1], std::fma(d[2], d[2], kSofteningSquared)));
      const float inverse = 1.0F / std::sqrt(squared);
      const float factor = (bodies[j].mass * inverse) * (inverse * inverse);
      for (int axis = 0; axis < 3; ++axis) sum[axis] = std::fma(factor, d[axis], sum[axis]);
    }
    const double all[3] = {expected[i].x, expected[i].y, expected[i].z};
    for (int axis = 0; axis < 3; ++axis) {
      greatest = std::max(greatest, std::abs(sum[axis] - all[axis]) / expected[i].magnitude);
    }
  }
  return greatest;
}

TEST(NBodyReference, TwoBodiesAttractEachOther) {
  const std::vector<Body> bodies = {{0, 0, 0, 2}, {3, 0, 4, 5}};
  const std::vector<ReferenceSum> sums = reference_sums(bodies, std::vector<std::int64_t>{0, 1}, 11);
  // |d|^2 + 11 = 36, whose power 3/2 is 216.
  EXPECT_NEAR(sums[0].x, 5 * 3 / 216.0, 1e-15);
  EXPECT_NEAR(sums[0].y, 0, 1e-15);
  EXPECT_NEAR(sums[0].z, 5 * 4 / 216.0, 1e-15);
  EXPECT_NEAR(sums[0].magnitude, 5 * 5 / 216.0, 1e-15);
  EXPECT_NEAR(sums[1].x, -2 * 3 / 216.0, 1e-15);
  EXPECT_NEAR(sums[1].z, -2 * 4 / 216.0, 1e-15);
}

TEST(NBodyReference, SinglePrecisionIsWithinTheTolerance) {
#ifdef STRANDLINE_THIN_TESTS
  constexpr std::int64_t kMost = 8'000;
#else
  constexpr std::int64_t kMost = 40'000;
#endif
  for (const std::int64_t count : {std::int64_t{2}, std::int64_t{33}, std::int64_t{4097}, kMost}) {
    const std::vector<Body> bodies = some_bodies(count);
    const std::vector<std::int64_t> targets = choose_targets(count, 32);
    const auto expected = reference_sums(bodies, targets, kSofteningSquared);
    EXPECT_LT(deviation(bodies, targets, expected, 0, bodies.size()), sum_tolerance(count) / 2) << count;
  }
}

TEST(NBodyReference, AMissingBodyOfAFewThousandIsNoticed) {
  for (const std::int64_t count : {31, 257, 4097}) {
    const std::vector<Body> bodies = some_bodies(count);
    const std::vector<std::int64_t> targets = choose_targets(count, 32);
    const auto expected = reference_sums(bodies, targets, kSofteningSquared);
    EXPECT_GT(deviation(bodies, targets, expected, 0, bodies.size() - 1), 4 * sum_tolerance(count)) << count;
    EXPECT_GT(deviation(bodies, targets, expected, 1, bodies.size()), 4 * sum_tolerance(count)) << count;
  }
}

TEST(NBodyReference, TargetsAreDifferentAndHaveTheEnds) {
  EXPECT_EQ(choose_targets(1, 256), (std::vector<std::int64_t>{0}));
  EXPECT_EQ(choose_targets(2, 256), (std::vector<std::int64_t>{0, 1}));
  const std::vector<std::int64_t> targets = choose_targets(100'000, 256);
  EXPECT_EQ(targets.size(), 256U);
  EXPECT_EQ(targets.front(), 0);
  EXPECT_EQ(targets.back(), 99'999);
  EXPECT_EQ(std::adjacent_find(targets.begin(), targets.end(), std::greater_equal<>()), targets.end());
}

}  // namespace
