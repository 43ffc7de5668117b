// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The sums that the kernel beyond L1 should write.
#include "coalescing/coalescing_reference.hpp"

#include <algorithm>

#include <tbb/parallel_for.h>

namespace strandline::lab {
namespace {

/// Of one lane's part of a chunk.
std::uint32_t chunk_sum(const LoadPattern& pattern, std::int64_t chunk, int lane) {
  std::uint32_t sum = 0;
  for (int i = 0; i < kFarRequests; ++i) {
    const std::int64_t request = chunk * kFarRequests + i;
    sum += element_sum(RequestAddresses{pattern, request}(lane), pattern.width_bytes);
  }
  return sum;
}

/// (chunks, lanes)
std::vector<std::uint32_t> chunk_sums(const LoadPattern& pattern, std::int64_t chunks) {
  std::vector<std::uint32_t> sums(static_cast<std::size_t>(chunks * kWarpLanes));
  tbb::parallel_for(std::int64_t{0}, chunks, [&](std::int64_t chunk) {
    for (int lane = 0; lane < kWarpLanes; ++lane) {
      sums[static_cast<std::size_t>(chunk * kWarpLanes + lane)] = chunk_sum(pattern, chunk, lane);
    }
  });
  return sums;
}

}  // namespace

std::vector<std::uint32_t> far_sums(const LoadPattern& pattern, std::int64_t chunks, std::int64_t window_chunks,
                                    std::int64_t warps) {
  // Each chunk's sums once, however often its turn comes.
  const std::vector<std::uint32_t> of_chunks = chunk_sums(pattern, std::min(chunks, window_chunks));
  std::vector<std::uint32_t> sums(static_cast<std::size_t>(warps * kWarpLanes));
  tbb::parallel_for(std::int64_t{0}, warps, [&](std::int64_t warp) {
    for (std::int64_t chunk = warp; chunk < chunks; chunk += warps) {
      const std::int64_t place = chunk % window_chunks;
      for (int lane = 0; lane < kWarpLanes; ++lane) {
        sums[static_cast<std::size_t>(warp * kWarpLanes + lane)] +=
            of_chunks[static_cast<std::size_t>(place * kWarpLanes + lane)];
      }
    }
  });
  return sums;
}

}  // namespace strandline::lab
