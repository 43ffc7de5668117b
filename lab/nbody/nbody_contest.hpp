// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of nbody as contestants that check themselves.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/device_arrays.hpp"
#include "harness/run.hpp"
#include "nbody/nbody_kernels.hpp"
#include "nbody/nbody_model.hpp"
#include "nbody/nbody_reference.hpp"

namespace strandline::lab {

struct PlaceOfBodies {
  std::string name;
  BodyPlace place;
  void (*launch)(const NBodyLaunch&, cudaStream_t);
};
const std::vector<PlaceOfBodies>& places_of_bodies();

class NBodyContest {
 public:
  explicit NBodyContest(Run& run);

  /// The first few of the bodies alone: so few that one which is left out shows.
  void check_small_counts();
  /// In the order of places_of_bodies().
  Measured measure();

 private:
  struct Expectation {
    std::vector<std::int64_t> targets;
    std::vector<ReferenceSum> sums;
  };

  Contestant contestant(const PlaceOfBodies& place, std::int64_t count);
  /// Of the first `count` bodies; worked out once.
  const Expectation& expectation(std::int64_t count);
  void check_accelerations(const std::string& name, std::int64_t count);

  Run& run_;
  std::vector<Body> bodies_;
  cuda::DeviceBuffer<Body> device_bodies_;
  cuda::DeviceBuffer<Acceleration> accelerations_;
  std::map<std::int64_t, Expectation> expectations_;
};

}  // namespace strandline::lab
