// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernel of the experiment constant-cache: a chain of loads from constant memory, each of which waits for the last.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

namespace strandline::lab {

/// All that a module can have.
inline constexpr std::int64_t kCacheTableBytes = 64 << 10;
/// Loads that follow each other without a branch.
inline constexpr int kCacheLoadsATurn = 16;

struct CacheLaunch {
  const std::uint32_t* chain = nullptr;   ///< (chain_bytes / 4): at a node's place the offset in bytes of the next
  const std::uint32_t* starts = nullptr;  ///< (32): where each lane begins
  std::uint32_t* ends = nullptr;          ///< (32): where it has come to
  std::uint64_t* cycles = nullptr;        ///< host memory that the card can write: of the turns that are timed
  std::int64_t chain_bytes = 0;
  int warm_turns = 1;  ///< of kCacheLoadsATurn loads, before the clock is read
  int turns = 1;
};

/// Copies the chain to constant memory and follows it by one warp.
/// Copies the chain to constant memory.
void copy_chain(const CacheLaunch& launch, cudaStream_t stream);

/// Follows the chain that was copied.
void launch_chase(const CacheLaunch& launch, cudaStream_t stream);

}  // namespace strandline::lab
