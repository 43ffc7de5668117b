// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The bodies and their accelerations on the card, and what the accelerations should be.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/device_arrays.hpp"
#include "nbody/nbody_kernels.hpp"
#include "nbody/nbody_reference.hpp"
#include "random_inputs.hpp"
#include "results/check_results.hpp"

namespace strandline::lab {

/// In a cube, of masses about 1; but the last is as heavy as a sixteenth of the others, so that it would be missed
/// where the tolerance is too coarse for one of them.
inline std::vector<Body> random_bodies(std::int64_t count) {
  constexpr std::uint32_t kSeed = 10;
  const std::vector<float> coordinates = random_floats(3 * count, -1, 1, kSeed);
  const std::vector<float> masses = random_floats(count, 0.5F, 1.5F, kSeed + 1);
  std::vector<Body> bodies(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i] = {coordinates[3 * i], coordinates[3 * i + 1], coordinates[3 * i + 2], masses[i]};
  }
  constexpr float kShare = 1.0F / 16;
  bodies.back().mass += kShare * static_cast<float>(count);
  return bodies;
}

class NBodyBodies {
 public:
  explicit NBodyBodies(std::int64_t count)
      : bodies_(random_bodies(count)), device_bodies_(upload(bodies_)), accelerations_(count) {}

  /// Of the first `count` bodies.
  NBodyLaunch launch(std::int64_t count) const {
    return {.bodies = device_bodies_.data(),
            .accelerations = accelerations_.data(),
            .count = count,
            .softening_squared = kSofteningSquared};
  }

  void poison_accelerations(cudaStream_t stream) const { poison(accelerations_, stream); }

  /// Of the first `count` bodies. Throws CheckFailed.
  void check(const std::string& name, std::int64_t count) {
    std::vector<Acceleration> found = download(accelerations_);
    found.resize(static_cast<std::size_t>(count));
    check_all_are_written(found, name);
    const Expectation& own = expectation(count);
    std::vector<float> shares;
    std::vector<double> expected;
    for (std::size_t i = 0; i < own.targets.size(); ++i) {
      const Acceleration& acceleration = found[static_cast<std::size_t>(own.targets[i])];
      const ReferenceSum& sum = own.sums[i];
      const double magnitude = sum.magnitude > 0 ? sum.magnitude : 1;
      for (const float coordinate : {acceleration.x, acceleration.y, acceleration.z}) {
        shares.push_back(static_cast<float>(coordinate / magnitude));
      }
      expected.insert(expected.end(), {sum.x / magnitude, sum.y / magnitude, sum.z / magnitude});
    }
    check_close(shares, expected, {.relative = 0, .absolute = sum_tolerance(count)},
                fmt::format("{}, of {} bodies, as shares of the terms' lengths,", name, count));
  }

 private:
  static constexpr float kSofteningSquared = 0.0025F;  // of 0.05, in a cube of side 2

  struct Expectation {
    std::vector<std::int64_t> targets;
    std::vector<ReferenceSum> sums;
  };

  static void check_all_are_written(const std::vector<Acceleration>& found, const std::string& name) {
    const auto is_written = [](const Acceleration& own) {
      return std::isfinite(own.x) && std::isfinite(own.y) && std::isfinite(own.z) && own.unused == 0;
    };
    const auto missing = std::ranges::find_if_not(found, is_written);
    if (missing == found.end()) return;
    throw CheckFailed(fmt::format("{} gave no acceleration for body {} of {}, do not trust its times", name,
                                  missing - found.begin(), found.size()));
  }

  /// Of the first `count` bodies; worked out once.
  const Expectation& expectation(std::int64_t count) {
    constexpr std::int64_t kMostTargets = 256;
    Expectation& own = expectations_[count];
    if (own.targets.empty()) {
      own.targets = choose_targets(count, kMostTargets);
      own.sums = reference_sums(std::span<const Body>(bodies_).first(static_cast<std::size_t>(count)), own.targets,
                                kSofteningSquared);
    }
    return own;
  }

  std::vector<Body> bodies_;
  cuda::DeviceBuffer<Body> device_bodies_;
  cuda::DeviceBuffer<Acceleration> accelerations_;
  std::map<std::int64_t, Expectation> expectations_;
};

}  // namespace strandline::lab
