// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernel of the experiment banks.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

#include "banks/banks_pattern.hpp"

namespace strandline::lab {

struct BanksLaunch {
  const std::uint32_t* words = nullptr;    ///< (shared_words), copied to each block's shared memory
  const std::uint32_t* offsets = nullptr;  ///< (32): each lane's first byte
  std::uint32_t* sums = nullptr;           ///< (blocks, kBanksThreads)
  std::int64_t shared_words = 0;
  std::int64_t turns = 0;  ///< of kBankSteps reads each
  std::uint32_t step = 0;  ///< bytes by which addresses go on each turn: 0, which no compiler knows
  std::int64_t blocks = 1;
};

inline constexpr int kBanksThreads = 256;

/// Each thread writes the sum, modulo 2^32, of all words that it has read.
void launch_banks(const BanksLaunch& launch, int width_bytes, SharedRead read, cudaStream_t stream);

}  // namespace strandline::lab
