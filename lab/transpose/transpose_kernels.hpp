// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the experiment transpose.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

namespace strandline::lab {

/// Both matrices lie on 16 bytes.
struct TransposeLaunch {
  const float* input = nullptr;  ///< (side, side)
  float* output = nullptr;       ///< (side, side)
  std::int64_t side = 0;
};

/// Elements that a block of launch_copy() moves.
std::int64_t copy_block_elements(int loads_a_thread);

/// `elements` floats from `input` to `output`, 16 bytes at a time, but the last few where they are no multiple of four.
/// `loads_a_thread` is 1 or 4. Block b moves what block b mod `window_blocks` would: with fewer than all blocks the
/// first floats move again and again, and stay in the L2 cache if they fit.
struct CopyLaunch {
  const float* input = nullptr;
  float* output = nullptr;
  std::int64_t elements = 0;
  int loads_a_thread = 1;
  std::int64_t window_blocks = 0;
};
std::int64_t copy_blocks(std::int64_t elements, int loads_a_thread);
void launch_copy(const CopyLaunch& launch, cudaStream_t stream);

/// Reads along rows and writes along columns.
void launch_transpose_naive(const TransposeLaunch& launch, cudaStream_t stream);

/// Through tiles in shared memory, whose rows begin `pitch` words apart: 32 or 33. One program for both, so that they
/// differ in bank conflicts alone.
void launch_transpose_tile(const TransposeLaunch& launch, int pitch, cudaStream_t stream);

/// Whether rows begin on 16 bytes.
constexpr bool takes_wide_accesses(std::int64_t side) { return side % 4 == 0; }

/// Through swizzled tiles with accesses of 16 bytes, to global and to shared memory. Needs takes_wide_accesses(side).
void launch_transpose_swizzled(const TransposeLaunch& launch, cudaStream_t stream);

}  // namespace strandline::lab
