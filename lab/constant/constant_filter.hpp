// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The filter's taps and which of them a lane wants when: one definition for the kernels, the reference and the
// prediction.
#pragma once

#include <cstdint>

#include <strandline/warp_cost.hpp>

namespace strandline::lab {

inline constexpr int kFilterTaps = 32;

// Magnitudes add up to at most 1 and so do all partial sums: 32 roundings of 2^-24 each stay below 2e-6.
inline constexpr float kLargestTap = 1.0F / kFilterTaps;

/// Tap `tap`, pseudo-random: known to the compiler, so that it can stand in the code itself.
constexpr float tap_value(std::uint32_t tap) {
  // The finaliser of MurmurHash3 (Appleby); its upper 24 bits are exact in a float.
  std::uint32_t word = (tap + 1) * 0x9e3779b9U;
  word = (word ^ (word >> 16)) * 0x85ebca6bU;
  word = (word ^ (word >> 13)) * 0xc2b2ae35U;
  return (static_cast<float>((word ^ (word >> 16)) >> 8) * 0x1p-23F - 1) * kLargestTap;
}

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

/// What the model says of the time with taps from elsewhere over that with global ones: a step of the filter asks once
/// for input and once for a tap; charges add up, and a distinct address in constant memory costs what a wavefront of L1
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

/// The same for taps that are operands of the arithmetic or stand in the code: only the input is asked for.
inline constexpr double kPredictedOperandRatio = 0.5;

static_assert(constant_memory_cost(TapAddresses{5, 0}, 4) == ConstantMemoryCost{1, 1});
static_assert(constant_memory_cost(TapAddresses{5, kFilterTaps - 1}, 4) == ConstantMemoryCost{32, 2});
static_assert(predicted_constant_ratio(0) == 1);

}  // namespace strandline::lab
