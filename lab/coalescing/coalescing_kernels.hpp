// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the experiment coalescing.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

#include "coalescing/coalescing_pattern.hpp"

namespace strandline::lab {

/// Makes word i of `words` word_at(i).
void launch_fill_words(std::uint32_t* words, std::int64_t count, cudaStream_t stream);

inline constexpr int kNearThreads = 1024;
inline constexpr int kNearWarps = kNearThreads / kWarpLanes;
/// Turns before the clock is read, which bring the words into L1.
inline constexpr int kNearWarmUpTurns = 2;

struct NearLaunch {
  const std::uint32_t* words = nullptr;  ///< near_bytes(pattern)
  std::uint32_t* sums = nullptr;         ///< (blocks, kNearThreads)
  std::int64_t* cycles = nullptr;        ///< (blocks)
  LoadPattern pattern;
  std::int64_t turns = 0;  ///< of each warp, besides those that warm up
  std::int64_t blocks = 1;
  std::int64_t turn_bytes = kNearTurnBytes;  ///< known at run time only, so that no compiler sees that turns repeat
};

/// Each thread writes the sum, modulo 2^32, of all words that it has loaded, through L1; each block how many cycles its
/// turns took.
void launch_load_near(const NearLaunch& launch, cudaStream_t stream);

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
