// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// How many cycles an interaction takes by what it issues. Needs no card.
#include "nbody/nbody_model.hpp"

#include <strandline/warp_cost.hpp>

namespace strandline::lab {
namespace {

/// A multiprocessor has as many schedulers, each with its share of lanes, and one path for loads and shuffles.
constexpr int kQuarters = 4;

// CUDA C++ Programming Guide, "Arithmetic Instructions", the same for 7.5 to 9.0: results a cycle and multiprocessor.
constexpr int kRootsPerCycle = 16;
constexpr int kShufflesPerCycle = 32;

constexpr int kBodyBytes = 16;
constexpr int kBodyWords = 4;

/// Instructions of the inner loop, over the interactions that it makes, in code for compute capability 9.0.
double issue_slots(BodyPlace place) {
  switch (place) {
    case BodyPlace::constant:
      return 245.0 / 16;  // two ULDC.64 an interaction
    case BodyPlace::shared:
      return 227.0 / 16;  // one LDS.128
    case BodyPlace::global:
      return 230.0 / 16;  // one LDG.E.128
    case BodyPlace::shuffle:
      break;
  }
  return 561.0 / 32;  // four SHFL.IDX
}

/// Wavefronts of the request for one body by all lanes.
double load_wavefronts(BodyPlace place) {
  constexpr StridedAddresses kOneBody = stride(0, 0);
  if (place == BodyPlace::shared) return shared_memory_cost(kOneBody, kBodyBytes).wavefronts;
  if (place == BodyPlace::global) return global_memory_cost(kOneBody, kBodyBytes).l1_wavefronts();
  return 0;
}

}  // namespace

InteractionTime interaction_time(BodyPlace place, int fp32_lanes) {
  constexpr double kLanesInQuarters = double{kWarpLanes} * kQuarters;
  const InteractionTime limits[] = {
      {issue_slots(place), "issue"},
      {kFp32Instructions * kLanesInQuarters / fp32_lanes, "FP32"},
      {kLanesInQuarters / kRootsPerCycle, "roots"},
      {load_wavefronts(place) * kQuarters, "loads"},
      {place == BodyPlace::shuffle ? kBodyWords * kLanesInQuarters / kShufflesPerCycle : 0, "shuffles"},
  };
  InteractionTime slowest = limits[0];
  for (const InteractionTime& limit : limits) {
    if (limit.cycles > slowest.cycles) slowest = limit;
  }
  return slowest;
}

double cycles_by_double_issue(BodyPlace place) { return 2 * issue_slots(place) - kFp32Instructions; }

double share_of_time_used(std::int64_t blocks, int multiprocessors) {
  const std::int64_t of_the_fullest = (blocks + multiprocessors - 1) / multiprocessors;
  return static_cast<double>(blocks) / static_cast<double>(of_the_fullest * multiprocessors);
}

double interaction_rate(double cycles, int multiprocessors, double clock_mhz) {
  constexpr double kMhzPerGhz = 1000;
  return clock_mhz / kMhzPerGhz * multiprocessors * kQuarters * kWarpLanes / cycles;
}

double fp32_bound(int fp32_lanes, int multiprocessors, double clock_mhz) {
  return interaction_rate(double{kFp32Instructions} * kWarpLanes * kQuarters / fp32_lanes, multiprocessors, clock_mhz);
}

}  // namespace strandline::lab
