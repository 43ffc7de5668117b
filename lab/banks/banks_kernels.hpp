// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the experiment banks.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

namespace strandline::lab {

struct BanksLaunch {
  const std::uint32_t* words = nullptr;  ///< (shared_words), copied to each block's shared memory
  std::uint32_t* sums = nullptr;         ///< (blocks, kBanksThreads)
  std::int64_t shared_words = 0;
  std::int64_t reads = 0;
  std::int64_t stride = 1;
  int width_bytes = 4;
  std::int64_t blocks = 1;
};

inline constexpr int kBanksThreads = 256;

/// Each thread writes the sum, modulo 2^32, of all words that it has read.
void launch_banks(const BanksLaunch& launch, cudaStream_t stream);

}  // namespace strandline::lab
