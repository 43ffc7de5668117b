// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernel of the experiment constant-charge: the same request to constant memory, again and again.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

namespace strandline::lab {

/// Loads that don't wait for each other.
inline constexpr int kChargeChains = 8;
/// Turns before the clock is read, which bring the table and the instructions into their caches.
inline constexpr int kChargeWarmTurns = 4;

struct ChargeLaunch {
  const std::uint32_t* elements = nullptr;  ///< (kChargeChains, 32): what each lane indexes the table with
  const std::uint32_t* step = nullptr;      ///< one word, by which indices go on each turn: 0, which no compiler knows
  std::uint32_t* sums = nullptr;            ///< (warps, 32)
  std::uint64_t* cycles = nullptr;  ///< host memory that the card can write: from the first start to the last end
  int turns = 1;                    ///< of kChargeChains loads
  int width_bytes = 4;
  int warps = 1;  ///< all of one multiprocessor
};

/// Copies kChargeTableBytes of words, which are in host memory, to constant memory, and waits.
void copy_to_charge_table(const std::uint32_t* words);

/// Each lane sums up, modulo 2^32, the words of all that it has loaded, in the warm turns too.
void launch_charge(const ChargeLaunch& launch, cudaStream_t stream);

}  // namespace strandline::lab
