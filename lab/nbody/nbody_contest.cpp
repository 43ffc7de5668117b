// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of nbody as contestants that check themselves.
#include "nbody/nbody_contest.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "results/random_inputs.hpp"

namespace strandline::lab {
namespace {

constexpr float kSofteningSquared = 0.0025F;  // of 0.05, in a cube of side 2
constexpr std::int64_t kMostTargets = 256;

// Beside the ends of warps, tiles and passes, where a body is most easily lost.
constexpr std::int64_t kSmallCounts[] = {
    1, 2, 31, 33, kNBodyThreads - 1, kNBodyThreads + 1, kPassBodies - 1, kPassBodies, kPassBodies + 1};

/// In a cube, of masses about 1; but the last is as heavy as a sixteenth of the others, so that it would be missed.
std::vector<Body> random_bodies(std::int64_t count) {
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

void check_all_are_written(const std::vector<Acceleration>& found, const std::string& name) {
  const auto is_written = [](const Acceleration& own) {
    return std::isfinite(own.x) && std::isfinite(own.y) && std::isfinite(own.z) && own.unused == 0;
  };
  const auto missing = std::ranges::find_if_not(found, is_written);
  if (missing == found.end()) return;
  throw CheckFailed(fmt::format("{} gave no acceleration for body {} of {}, do not trust its times", name,
                                missing - found.begin(), found.size()));
}

}  // namespace

const std::vector<PlaceOfBodies>& places_of_bodies() {
  static const std::vector<PlaceOfBodies> all = {{"constant", BodyPlace::constant, launch_nbody_constant},
                                                 {"shared", BodyPlace::shared, launch_nbody_shared},
                                                 {"global", BodyPlace::global, launch_nbody_global},
                                                 {"shuffle", BodyPlace::shuffle, launch_nbody_shuffle}};
  return all;
}

NBodyContest::NBodyContest(Run& run)
    : run_(run),
      bodies_(random_bodies(run.size("bodies"))),
      device_bodies_(upload(bodies_)),
      accelerations_(device_bodies_.size()) {}

void NBodyContest::check_small_counts() {
  for (const std::int64_t count : kSmallCounts) {
    if (count >= device_bodies_.size()) break;
    for (const PlaceOfBodies& place : places_of_bodies()) run_.check(contestant(place, count));
  }
}

Measured NBodyContest::measure() {
  std::vector<Contestant> contestants;
  for (const PlaceOfBodies& place : places_of_bodies()) contestants.push_back(contestant(place, device_bodies_.size()));
  return run_.measure(contestants);
}

Contestant NBodyContest::contestant(const PlaceOfBodies& place, std::int64_t count) {
  const NBodyLaunch launch{.bodies = device_bodies_.data(),
                           .accelerations = accelerations_.data(),
                           .count = count,
                           .softening_squared = kSofteningSquared};
  return {.name = place.name,
          .enqueue = [place, launch](cudaStream_t stream) { place.launch(launch, stream); },
          .poison = [this](cudaStream_t stream) { poison(accelerations_, stream); },
          .check = [this, place, count] { check_accelerations(place.name, count); }};
}

const NBodyContest::Expectation& NBodyContest::expectation(std::int64_t count) {
  Expectation& own = expectations_[count];
  if (own.targets.empty()) {
    own.targets = choose_targets(count, kMostTargets);
    own.sums = reference_sums(std::span<const Body>(bodies_).first(static_cast<std::size_t>(count)), own.targets,
                              kSofteningSquared);
  }
  return own;
}

void NBodyContest::check_accelerations(const std::string& name, std::int64_t count) {
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

}  // namespace strandline::lab
