// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the experiment nbody.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

#include "nbody/nbody_body.hpp"

namespace strandline::lab {

/// Threads of a block, and bodies of a tile in shared memory.
inline constexpr int kNBodyThreads = 256;

/// The bodies that constant memory holds: all of its 64 KiB.
inline constexpr std::int64_t kPassBodies = 65536 / std::int64_t{sizeof(Body)};

struct NBodyLaunch {
  const Body* bodies = nullptr;           ///< (count)
  Acceleration* accelerations = nullptr;  ///< (count)
  std::int64_t count = 0;
  float softening_squared = 0;  ///< above 0
};

/// Writes, for each body i, the sum over all bodies j of mass_j * d / (|d|^2 + softening^2)^(3/2) with d = place_j -
/// place_i. The kernels differ in where a warp's lanes, which all need the same body j at a time, find it.
void launch_nbody(BodyPlace place, const NBodyLaunch& launch, cudaStream_t stream);

}  // namespace strandline::lab
