// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the experiment atomics: additions to words that lanes and warps share.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

namespace strandline::lab {

enum class AtomicSpace { shared, global };

inline constexpr int kAtomicThreads = 256;
/// Additions that follow each other without a branch.
inline constexpr int kUpdatesATurn = 8;
/// Words of a block's shared memory, which have room for 32 addresses 128 bytes apart.
inline constexpr std::int64_t kSharedAtomicWords = 32 * 32;

struct AtomicsLaunch {
  AtomicSpace space = AtomicSpace::global;
  bool returns = false;                    ///< atom, else red
  const std::uint32_t* offsets = nullptr;  ///< (32): each lane's byte
  /// In global memory what is added to, 0 before. Else (blocks, kSharedAtomicWords): a copy of each block's shared
  /// memory when it ends.
  std::uint32_t* words = nullptr;
  std::uint32_t* returned = nullptr;     ///< (blocks * kAtomicThreads): the sum of what each thread got, modulo 2^32
  std::int64_t words_between_warps = 0;  ///< in global memory; 0 where all warps share their words
  std::int64_t turns = 1;
  std::int64_t blocks = 1;
  std::uint32_t addend = 1;
};

void launch_atomics(const AtomicsLaunch& launch, cudaStream_t stream);

}  // namespace strandline::lab
