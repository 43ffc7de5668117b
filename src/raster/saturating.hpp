// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Sums and products of sizes that a file may claim without having them.
#pragma once

#include <algorithm>
#include <cstdint>

namespace strandline::raster {

/// Stands for "more than anybody has". Two of it still add up within 64 bits.
constexpr std::int64_t kBeyondAnyMemory = std::int64_t{1} << 61;

/// Of sizes that are not negative, at most kBeyondAnyMemory.
template <class... Sizes>
constexpr std::int64_t saturating_sum(Sizes... sizes) {
  std::int64_t sum = 0;
  ((sum = std::min(sum + std::min<std::int64_t>(sizes, kBeyondAnyMemory), kBeyondAnyMemory)), ...);
  return sum;
}

/// Of sizes that are not negative, at most kBeyondAnyMemory.
template <class... Sizes>
constexpr std::int64_t saturating_product(Sizes... sizes) {
  std::int64_t product = 1;
  const auto multiply = [&product](std::int64_t size) {
    std::int64_t exact = 0;
    product = __builtin_mul_overflow(product, size, &exact) ? kBeyondAnyMemory : std::min(exact, kBeyondAnyMemory);
  };
  (multiply(sizes), ...);
  return product;
}

constexpr std::int64_t divide_up(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0); }

}  // namespace strandline::raster
