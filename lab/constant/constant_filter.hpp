// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which tap a lane wants when: one definition for the kernels, the reference and the prediction.
#pragma once

#include <cstdint>

#include <strandline/warp_cost.hpp>

namespace strandline::lab {

inline constexpr int kFilterTaps = 32;

constexpr std::uint32_t filter_tap(std::uint32_t step, std::uint32_t lane, std::uint32_t rotation_mask) {
  return (step + (lane & rotation_mask)) % kFilterTaps;
}

/// The addresses of a warp's request for taps, for the cost model.
struct TapAddresses {
  std::uint32_t step = 0;
  std::uint32_t rotation_mask = 0;

  constexpr std::uint64_t operator()(int lane) const {
    return std::uint64_t{filter_tap(step, static_cast<std::uint32_t>(lane), rotation_mask)} * sizeof(float);
  }
};

/// What the model says of the time with constant taps over that with global ones: a step of the filter asks once for
/// input and once for a tap; charges add up, and a distinct address in constant memory costs what a wavefront of L1
/// does. That the two are equally dear is an assumption.
constexpr double predicted_constant_ratio(std::uint32_t rotation_mask) {
  int constant = 0;
  int global = 0;
  for (std::uint32_t step = 0; step < kFilterTaps; ++step) {
    const int input = global_memory_cost(stride(step * sizeof(float), sizeof(float)), 4).l1_wavefronts();
    const TapAddresses taps{step, rotation_mask};
    constant += input + constant_memory_cost(taps, 4).distinct_addresses;
    global += input + global_memory_cost(taps, 4).l1_wavefronts();
  }
  return static_cast<double>(constant) / global;
}

static_assert(constant_memory_cost(TapAddresses{5, 0}, 4) == ConstantMemoryCost{1, 1});
static_assert(constant_memory_cost(TapAddresses{5, kFilterTaps - 1}, 4) == ConstantMemoryCost{32, 2});
static_assert(predicted_constant_ratio(0) == 1);

}  // namespace strandline::lab
