// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernel of the experiment l2-persistence, by the kind of its loads.
#pragma once

#include <array>
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

/// How region and stream are loaded. The kernels differ in these instructions alone.
enum class L2Loads { cg, no_allocate, plain, stream_cs, hints };

struct L2LoadsName {
  L2Loads loads;
  const char* name;     ///< as rows have it
  const char* meaning;  ///< in PTX: of the region, and of the stream where it differs
};
inline constexpr std::array<L2LoadsName, 5> kL2Loads = {{
    {L2Loads::cg, "cg", "ld.global.cg (__ldcg)"},
    {L2Loads::no_allocate, "no_allocate", "ld.global.L1::no_allocate"},
    {L2Loads::plain, "plain", "ld.global"},
    {L2Loads::stream_cs, "stream_cs", "ld.global.cg, the stream ld.global.cs (__ldcs)"},
    {L2Loads::hints, "hints", "ld.global.L1::no_allocate with a policy: evict_last, the stream evict_first"},
}};

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
  L2Loads loads = L2Loads::cg;
  std::size_t window_bytes = 0;  ///< from the region's beginning; 0: no window
  float hit_ratio = 1;
};

/// So many are on each multiprocessor at once, on every card; a block's cycles are then those of the whole kernel.
inline constexpr int kL2BlocksPerMultiprocessor = 4;

void launch_reuse_beside_stream(const L2Launch& launch, cudaStream_t stream);

/// Fills memory with mixed_word() of each word's index.
void launch_fill_words(std::uint32_t* words, std::int64_t count, std::uint32_t seed, cudaStream_t stream);

}  // namespace strandline::lab
