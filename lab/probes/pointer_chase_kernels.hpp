// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the pointer chase: loads each of which waits for the last, by one warp, in any of the memory spaces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cuda_runtime_api.h>

namespace strandline::lab {

enum class ChaseSpace {
  constant,
  shared,
  global,         ///< through L1
  global_past_l1  ///< ld.global.cg
};

/// All the constant memory that a module can have.
inline constexpr std::int64_t kConstantTableBytes = 64 << 10;
/// Loads that follow each other without a branch.
inline constexpr int kChaseLoadsATurn = 16;

struct ChaseLaunch {
  ChaseSpace space = ChaseSpace::global;
  const std::uint64_t* chain = nullptr;  ///< (nodes): the bytes at which they lie, in the order of the visit
  std::int64_t nodes = 1;
  char* memory = nullptr;               ///< what those bytes are counted from, or are copied to the space from
  std::int64_t footprint_bytes = 0;     ///< of that copy, a multiple of 4
  const std::uint64_t* zero = nullptr;  ///< (32): 0, which no compiler knows
  std::uint64_t* ends = nullptr;        ///< (32): the byte that each lane has come to
  std::uint64_t* cycles = nullptr;      ///< host memory that the card can write: of the turns that are timed
  int warm_turns = 0;                   ///< of kChaseLoadsATurn loads, before the clock is read
  int turns = 1;
};

/// Writes the chain into the memory.
void launch_write_chain(const ChaseLaunch& launch, cudaStream_t stream);

/// Who has read the nodes of a chain in global memory last, so that the L2 cache has as many of them as it holds.
enum class Toucher {
  one_multiprocessor,  ///< a single block, as the one that follows the chain is
  card                 ///< blocks everywhere
};
void launch_touch_chain(const ChaseLaunch& launch, Toucher toucher, cudaStream_t stream);

/// For ChaseSpace::constant: copies the memory to the symbol.
void copy_chain_to_constant(const ChaseLaunch& launch, cudaStream_t stream);

void launch_chase(const ChaseLaunch& launch, cudaStream_t stream);

/// The cycles of a load of each node alone, past L1, when it has just been loaded: how far away its part of the L2
/// cache lies from one multiprocessor. Nodes point to themselves. (nodes) cycles.
void launch_time_nodes(const ChaseLaunch& launch, std::uint64_t* cycles_of_nodes, cudaStream_t stream);
/// Loads behind one of those figures.
inline constexpr int kLoadsANode = 64;

}  // namespace strandline::lab
