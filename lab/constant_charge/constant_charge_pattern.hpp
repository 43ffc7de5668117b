// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Requests with so many distinct addresses in so many distinct lines, the two chosen apart from each other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <strandline/warp_cost.hpp>

namespace strandline::lab {

/// What the first-level constant cache holds, measured by Jia and others on Volta and Turing (arXiv:1804.06826,
/// arXiv:1903.07486): all requests stay within it.
inline constexpr int kChargeTableBytes = 2048;
inline constexpr int kChargeTableLines = kChargeTableBytes / kConstantLineBytes;

/// Address k lies in line k mod `lines`, behind those that are there before it:
///
///     5 addresses, 2 lines   line 0: | 0 | 2 | 4 |   ...   line 1: | 1 | 3 |   ...
///
/// and lane i wants address i mod `addresses`. A callable lane -> address, for the cost model.
struct ChargePattern {
  int addresses = 1;
  int lines = 1;
  int width_bytes = 4;

  constexpr bool is_possible() const {
    return lines >= 1 && lines <= addresses && addresses <= kWarpLanes && lines <= kChargeTableLines &&
           addresses <= lines * (kConstantLineBytes / width_bytes);
  }
  constexpr std::uint64_t operator()(int lane) const {
    const int k = lane % addresses;
    return static_cast<std::uint64_t>(k % lines * kConstantLineBytes + k / lines * width_bytes);
  }
  /// What the kernel indexes with.
  constexpr std::uint32_t element(int lane) const {
    return static_cast<std::uint32_t>((*this)(lane) / static_cast<std::uint64_t>(width_bytes));
  }
};

static_assert(constant_memory_cost(ChargePattern{32, 2, 4}, 4) == ConstantMemoryCost{32, 2});
static_assert(constant_memory_cost(ChargePattern{32, 32, 16}, 16) == ConstantMemoryCost{32, 32});
static_assert(constant_memory_cost(ChargePattern{5, 2, 16}, 16) == ConstantMemoryCost{5, 2});

constexpr bool is_power_of_two(int number) { return number > 0 && (number & (number - 1)) == 0; }

/// Numbers of lines that are powers of two, each with all numbers of addresses that they can have; and as many lines as
/// addresses. Where `is_thin`, of all these only where both are powers of two.
inline std::vector<ChargePattern> charge_patterns(int width_bytes, bool is_thin) {
  std::vector<ChargePattern> patterns;
  for (int lines = 1; lines <= kChargeTableLines; ++lines) {
    for (int addresses = lines; addresses <= kWarpLanes; ++addresses) {
      const bool is_wanted =
          is_thin ? is_power_of_two(lines) && is_power_of_two(addresses) : is_power_of_two(lines) || addresses == lines;
      const ChargePattern pattern{addresses, lines, width_bytes};
      if (is_wanted && pattern.is_possible()) patterns.push_back(pattern);
    }
  }
  return patterns;
}

}  // namespace strandline::lab
