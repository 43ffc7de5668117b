// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Pseudo-random inputs, the same in every run: zeros would hide wrong indices, and can be quicker to compute with.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace strandline::lab {

/// Uniform in [low, high).
inline std::vector<float> random_floats(std::int64_t count, float low, float high, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<float> numbers(static_cast<std::size_t>(count));
  constexpr float kStep = 1.0F / (1 << 24);  // a float holds 24 bits exactly
  for (float& number : numbers) number = low + (high - low) * (static_cast<float>(random() >> 8) * kStep);
  return numbers;
}

}  // namespace strandline::lab
