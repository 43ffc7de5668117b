// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The patterns: which bytes of shared memory a warp's lanes ask for. A pattern is a row here and no program.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <strandline/warp_cost.hpp>

#include "probes/load_probe_row.hpp"

namespace strandline::lab {

/// Requests in a row go on by 32 words, which leaves every lane in its bank, and begin again after a turn.
inline constexpr int kBankStepBytes = kSharedBanks * kSharedBankBytes;
/// The bytes that the steps need beyond the lanes' own.
inline constexpr int kBankWindowBytes = kLoads * kBankStepBytes;
/// All patterns but long strides lie within it.
inline constexpr std::int64_t kLeastSharedWords = 2048;

struct BankPattern {
  std::string name;          ///< such as "broadcast"; empty for a stride
  std::int64_t stride = -1;  ///< in elements; below 0 for others
  int width_bytes = 4;
  LoadFrom from = LoadFrom::shared;
  std::array<std::uint32_t, kWarpLanes> offsets = {};  ///< each lane's first byte, a multiple of the width

  /// What the model says of a request. Rows of matrices are read as elements of 16 bytes are, but no two phases of
  /// ldmatrix become one: that is assumed, and `banks` measures it.
  SharedMemoryCost cost() const {
    const auto address = [this](int lane) { return std::uint64_t{offsets[static_cast<std::size_t>(lane)]}; };
    if (from == LoadFrom::shared) return shared_memory_cost(address, width_bytes);
    const int phases = kWarpLanes / lanes_per_phase(width_bytes);
    return {global_memory_cost(address, width_bytes).data_wavefronts, phases};
  }
};

/// Lanes `stride` elements apart; those that would pass the end of the words begin again at their start.
BankPattern strided_pattern(int width_bytes, std::int64_t stride, std::int64_t shared_words);

/// Broadcasts, pairs and their like, tiles read along a column, matrices.
std::vector<BankPattern> named_patterns();

std::string name_of(const BankPattern& pattern);

LoadRow load_row(const BankPattern& pattern, int turns);

}  // namespace strandline::lab
