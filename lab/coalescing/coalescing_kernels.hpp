// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernel of the experiment coalescing beyond L1; in L1 it is the load probe's.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

#include "coalescing/coalescing_pattern.hpp"

namespace strandline::lab {

inline constexpr int kFarThreads = 256;

struct FarLaunch {
  const std::uint32_t* words = nullptr;
  std::uint32_t* sums = nullptr;  ///< (blocks, kFarThreads)
  LoadPattern pattern;
  std::int64_t chunks = 0;         ///< of kFarRequests requests each
  std::int64_t window_chunks = 0;  ///< chunk c loads what chunk c mod window_chunks does; at most 2^32 - 1
  std::int64_t blocks = 1;
};

/// Blocks that a multiprocessor can hold at once.
int far_blocks_per_multiprocessor(int width_bytes);

/// Warp w loads chunks w, w + warps, ... past L1. Each thread writes the sum of its words.
void launch_load_far(const FarLaunch& launch, cudaStream_t stream);

}  // namespace strandline::lab
