// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the experiment constant: one filter, its taps in constant or in global memory.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

namespace strandline::lab {

inline constexpr int kConvolutionThreads = 256;

struct ConstantLaunch {
  const float* input = nullptr;  ///< (n + kFilterTaps - 1)
  float* output = nullptr;       ///< (n)
  std::int64_t n = 0;
  /// 0: all lanes want the same tap at once; kFilterTaps - 1: each its own.
  std::uint32_t rotation_mask = 0;
};

/// Copies the kFilterTaps taps, which are in host memory, to constant memory, and waits.
void copy_to_constant(const float* taps);

/// output[i] = sum over t of taps[(t + (lane of i & rotation_mask)) mod kFilterTaps] * input[i + t]. Taps from constant
/// memory.
void launch_convolve_constant(const ConstantLaunch& launch, cudaStream_t stream);

/// The same, with the kFilterTaps taps from global memory.
void launch_convolve_global(const ConstantLaunch& launch, const float* taps, cudaStream_t stream);

}  // namespace strandline::lab
