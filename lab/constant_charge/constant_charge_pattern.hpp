// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Requests with so many distinct addresses in so many distinct lines, the two chosen apart from each other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <strandline/warp_cost.hpp>

#include "probes/load_probe_row.hpp"

namespace strandline::lab {

inline constexpr int kChargeTableLines = kLoadTableBytes / kConstantLineBytes;

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
