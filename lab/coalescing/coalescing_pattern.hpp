// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which bytes a lane loads, and what lies there: one definition for the kernels, the reference and the prediction.
#pragma once

#include <cstdint>

#include <strandline/warp_cost.hpp>

namespace strandline::lab {

inline constexpr int kWordBytes = 4;

/// Lanes that are `stride` elements of `width_bytes` apart, the first of them `offset_bytes` past a line of 128.
struct LoadPattern {
  int width_bytes = 4;
  std::int64_t stride = 1;
  std::int64_t offset_bytes = 0;

  /// From one request to the next where requests lie side by side: whole lines, so that all are alike.
  constexpr std::int64_t request_bytes() const { return kWarpLanes * stride * width_bytes; }
  /// Past the first byte of the request.
  constexpr std::int64_t lane_bytes(int lane) const { return offset_bytes + lane * stride * width_bytes; }
};

/// The addresses of a request, for the cost model.
struct RequestAddresses {
  LoadPattern pattern;
  std::int64_t request = 0;

  constexpr std::uint64_t operator()(int lane) const {
    return static_cast<std::uint64_t>(request * pattern.request_bytes() + pattern.lane_bytes(lane));
  }
};

/// What lies at word `index`: pseudo-random, and known without being stored. The finaliser of MurmurHash3 (Appleby).
#ifdef __CUDACC__
__host__ __device__
#endif
    constexpr std::uint32_t
    word_at(std::uint64_t index) {
  auto word = static_cast<std::uint32_t>(index ^ (index >> 32));
  word ^= word >> 16;
  word *= 0x85ebca6bU;
  word ^= word >> 13;
  word *= 0xc2b2ae35U;
  return word ^ (word >> 16);
}

/// A warp of the L1 kernel makes so many requests at neighbouring lines in a turn, then as many `kNearTurnBytes`
/// further on, then again the first ones.
inline constexpr int kNearRequests = 16;
inline constexpr std::int64_t kNearStepBytes = kGlobalLineBytes;
inline constexpr std::int64_t kNearTurnBytes = kNearRequests * kNearStepBytes;

/// What the L1 kernel reads of.
constexpr std::int64_t near_bytes(const LoadPattern& pattern) {
  return pattern.offset_bytes + pattern.request_bytes() + 2 * kNearTurnBytes;
}

/// A warp of the other kernel makes so many requests side by side at a time.
inline constexpr int kFarRequests = 8;

}  // namespace strandline::lab
