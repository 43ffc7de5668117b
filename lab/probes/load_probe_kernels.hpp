// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernel of the load probe.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

#include "probes/load_probe_row.hpp"

namespace strandline::lab {

/// Cycles of its multiprocessor between which a warp took its timed turns.
struct LoadSpan {
  std::int64_t start = 0;
  std::int64_t end = 0;
};

struct LoadLaunch {
  const std::uint32_t* words = nullptr;    ///< what `global` loads, and what is copied to each block's shared memory
  const std::uint32_t* offsets = nullptr;  ///< (sets, kLoads, 32)
  const std::uint32_t* step = nullptr;     ///< one word by which indices go on each turn: 0, which no compiler knows
  std::uint32_t* sums = nullptr;           ///< (blocks, warps, 32)
  LoadSpan* spans = nullptr;               ///< (blocks, warps)
  std::int64_t sets = 1;
  std::int64_t shared_words = 0;  ///< of each block
  int warm_turns = 0;             ///< before the timed ones
  int turns = 1;
  int warps = 1;  ///< of each block
  std::int64_t blocks = 1;
};

/// Makes word i of `words` word_at(i).
void launch_fill_words(std::uint32_t* words, std::int64_t count, cudaStream_t stream);

/// Makes word i of the table in constant memory word_at(i), and waits.
void fill_constant_table();

/// Each lane sums up, modulo 2^32, the words of all that it has loaded, in the warm turns too. Widths: 4, 8 and 16
/// bytes; of shared memory 2 as well.
void launch_load(const LoadLaunch& launch, LoadFrom from, int width_bytes, cudaStream_t stream);

}  // namespace strandline::lab
