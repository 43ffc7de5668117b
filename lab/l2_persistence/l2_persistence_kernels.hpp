// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the experiment l2-persistence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cuda_runtime_api.h>

namespace strandline::lab {

/// Region and stream are read by quads of words, 16 bytes each.
inline constexpr int kWordsPerQuad = 4;
inline constexpr int kQuadBytes = 16;

/// What a block has found, and the cycles from its first read to its last.
struct L2Found {
  std::uint32_t region_sum = 0;
  std::uint32_t stream_sum = 0;
  std::int64_t cycles = 0;
};

/// Passes over a region; with each quad of it come `streamed_per_reused` quads of a stream, which goes on from pass to
/// pass and begins again at its end. It has at least as many quads as the region.
struct L2Launch {
  const void* region = nullptr;
  const void* stream = nullptr;
  L2Found* found = nullptr;  ///< (blocks)
  std::int64_t region_quads = 0;
  std::int64_t stream_quads = 0;
  std::int64_t passes = 1;
  std::int64_t streamed_per_reused = 1;
  std::int64_t blocks = 1;
  bool reads_region = true;
  bool evicts_stream_first = false;  ///< the stream's loads say that their lines can go first
  std::size_t window_bytes = 0;      ///< from the region's beginning; 0: no window
  float hit_ratio = 1;
};

/// So many are on each multiprocessor at once, on every card; a block's cycles are then those of the whole kernel.
inline constexpr int kL2BlocksPerMultiprocessor = 4;

void launch_reuse_beside_stream(const L2Launch& launch, cudaStream_t stream);

/// Fills memory with mixed_word() of each word's index.
void launch_fill_words(std::uint32_t* words, std::int64_t count, std::uint32_t seed, cudaStream_t stream);

}  // namespace strandline::lab
