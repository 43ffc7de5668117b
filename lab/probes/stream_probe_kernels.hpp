// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the streaming probe: all of a region is read, again and again, 16 bytes a lane.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

namespace strandline::lab {

enum class StreamSpace {
  shared,         ///< each block its own copy of the region
  global,         ///< each block a region of its own, through L1
  global_past_l1  ///< all blocks together one region, ld.global.cg
};

inline constexpr int kStreamQuadBytes = 16;

struct StreamLaunch {
  StreamSpace space = StreamSpace::global_past_l1;
  const std::uint32_t* words = nullptr;  ///< what stream_word() says; shared memory is filled with them
  std::uint32_t* sum = nullptr;          ///< one word: of all words read, modulo 2^32
  std::int64_t region_quads = 1;         ///< of 16 bytes; at most 2^31
  std::int64_t passes = 1;
  std::int64_t blocks = 1;
};

inline constexpr int kStreamThreads = 1024;

/// Word i of the memory is i * kStreamFactor + 1, so that the sum of the first `count`, modulo 2^32, is known without
/// reading them.
inline constexpr std::uint32_t kStreamFactor = 0x9e3779b1U;
constexpr std::uint32_t stream_sum(std::int64_t count) {
  const auto n = static_cast<std::uint64_t>(count);
  const std::uint64_t indices = n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n;
  return static_cast<std::uint32_t>(indices) * kStreamFactor + static_cast<std::uint32_t>(n);
}
static_assert(stream_sum(0) == 0 && stream_sum(3) == 3 * kStreamFactor + 3);

void launch_fill_stream(std::uint32_t* words, std::int64_t count, cudaStream_t stream);

/// The sum must be 0 before.
void launch_stream(const StreamLaunch& launch, cudaStream_t stream);

}  // namespace strandline::lab
