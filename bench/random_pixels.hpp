// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// White noise, the same in every run.
#pragma once

#include <concepts>
#include <cstdint>
#include <random>
#include <vector>

#include <strandline/pixel_type.hpp>

namespace strandline::bench {

/// Evenly spread over all of the type's values; for f32 over [0, 1).
template <Pixel T>
std::vector<T> random_pixels(std::int64_t count) {
  std::vector<T> pixels(static_cast<std::size_t>(count));
  std::mt19937_64 random;
  for (T& pixel : pixels) {
    const std::uint64_t bits = random();
    if constexpr (std::same_as<T, float>) {
      pixel = static_cast<float>(bits >> 40) * 0x1p-24f;
    } else {
      pixel = static_cast<T>(bits >> (64 - 8 * sizeof(T)));
    }
  }
  return pixels;
}

}  // namespace strandline::bench
