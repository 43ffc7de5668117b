// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which word each lane adds to, and what the model says of it. Needs no card.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include <strandline/warp_cost.hpp>

namespace strandline::lab {

struct AtomicPattern {
  std::int64_t addresses = 1;  ///< distinct ones; lane i adds to address i mod addresses
  std::int64_t apart_bytes = 4;

  constexpr std::uint32_t offset(int lane) const { return static_cast<std::uint32_t>(lane % addresses * apart_bytes); }

  /// Words from the first address to behind the last, in whole lines of 128 bytes.
  constexpr std::int64_t words() const { return (addresses * apart_bytes + 127) / 128 * 32; }

  /// Of a warp's lanes, so many add to address `address`.
  constexpr std::int64_t lanes_at(std::int64_t address) const {
    return (kWarpLanes - address + addresses - 1) / addresses;
  }

  /// Passes of a request through shared memory, where of the lanes whose words lie in one bank each waits for the
  /// others, at the same word too.
  constexpr int shared_passes() const {
    std::array<int, kSharedBanks> in_bank = {};
    for (int lane = 0; lane < kWarpLanes; ++lane) ++in_bank[offset(lane) / kSharedBankBytes % kSharedBanks];
    return *std::max_element(in_bank.begin(), in_bank.end());
  }
};

static_assert(AtomicPattern{32, 128}.words() == 32 * 32 && AtomicPattern{5, 4}.words() == 32);
static_assert(AtomicPattern{32, 4}.shared_passes() == 1);
static_assert(AtomicPattern{8, 4}.shared_passes() == 4);
static_assert(AtomicPattern{8, 128}.shared_passes() == 32);
static_assert(AtomicPattern{5, 4}.lanes_at(1) == 7 && AtomicPattern{5, 4}.lanes_at(2) == 6);

}  // namespace strandline::lab
