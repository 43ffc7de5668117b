// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which bytes a lane loads: one definition for the kernels, the reference and the prediction.
#pragma once

#include <cstdint>

#include <strandline/warp_cost.hpp>

#include "probes/load_probe_row.hpp"

namespace strandline::lab {

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

/// In L1 the warps of a block together make so many requests at neighbouring lines, each warp kLoads of them.
inline constexpr int kNearRequests = 4 * kLoads;
inline constexpr std::int64_t kNearStepBytes = kGlobalLineBytes;

/// What they read of.
constexpr std::int64_t near_bytes(const LoadPattern& pattern) {
  return pattern.offset_bytes + pattern.request_bytes() + kNearRequests * kNearStepBytes;
}

/// A warp of the kernel beyond L1 makes so many requests side by side at a time.
inline constexpr int kFarRequests = 8;

}  // namespace strandline::lab
