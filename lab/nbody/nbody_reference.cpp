// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Attraction in double precision, and how far single precision may be from it.
#include "nbody/nbody_reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <set>

#include <tbb/parallel_for.h>

namespace strandline::lab {
namespace {

ReferenceSum reference_sum(std::span<const Body> bodies, const Body& own, double softening_squared) {
  ReferenceSum sum;
  for (const Body& other : bodies) {
    const double dx = static_cast<double>(other.x) - own.x;
    const double dy = static_cast<double>(other.y) - own.y;
    const double dz = static_cast<double>(other.z) - own.z;
    const double distance_squared = dx * dx + dy * dy + dz * dz;
    const double softened = distance_squared + softening_squared;
    const double factor = other.mass / (softened * std::sqrt(softened));
    sum.x += factor * dx;
    sum.y += factor * dy;
    sum.z += factor * dz;
    sum.magnitude += factor * std::sqrt(distance_squared);
  }
  return sum;
}

}  // namespace

std::vector<ReferenceSum> reference_sums(std::span<const Body> bodies, std::span<const std::int64_t> targets,
                                         float softening_squared) {
  std::vector<ReferenceSum> sums(targets.size());
  tbb::parallel_for(std::size_t{0}, targets.size(), [&](std::size_t i) {
    sums[i] = reference_sum(bodies, bodies[static_cast<std::size_t>(targets[i])], softening_squared);
  });
  return sums;
}

double sum_tolerance(std::int64_t terms) {
  constexpr double kUnitRoundoff = std::numeric_limits<float>::epsilon() / 2;
  constexpr double kRoundoffsOfTerm = 20;
  constexpr double kStandardDeviations = 4;
  return (kRoundoffsOfTerm + kStandardDeviations * std::sqrt(static_cast<double>(terms))) * kUnitRoundoff;
}

std::vector<std::int64_t> choose_targets(std::int64_t count, std::int64_t most) {
  std::set<std::int64_t> chosen = {0, count - 1};
  std::mt19937 random(9);
  std::uniform_int_distribution<std::int64_t> any(0, count - 1);
  while (static_cast<std::int64_t>(chosen.size()) < std::min(count, most)) chosen.insert(any(random));
  return {chosen.begin(), chosen.end()};
}

}  // namespace strandline::lab
