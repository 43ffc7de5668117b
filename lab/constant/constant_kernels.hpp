// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the experiment constant: one filter, and where its taps are.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

namespace strandline::lab {

inline constexpr int kConvolutionThreads = 256;

/// Where a kernel finds its taps, and how.
enum class TapPlace {
  constant,  ///< loaded from constant memory by an index that is known at run time (LDC)
  global,    ///< loaded from global memory by such an index, through L1 (__ldg)
  operand,   ///< in constant memory at indices that the compiler knows: operands of the multiplications
  immediate  ///< in the instructions themselves
};

struct ConstantLaunch {
  const float* input = nullptr;  ///< (n + kFilterTaps - 1)
  const float* taps = nullptr;   ///< (kFilterTaps), for TapPlace::global
  float* output = nullptr;       ///< (n)
  std::int64_t n = 0;
  /// 0: all lanes want the same tap at once; kFilterTaps - 1: each its own, for taps that are loaded.
  std::uint32_t rotation_mask = 0;
};

/// Copies the kFilterTaps taps, which are in host memory, to constant memory, and waits.
void copy_to_constant(const float* taps);

/// output[i] = sum over t of taps[(t + (lane of i & rotation_mask)) mod kFilterTaps] * input[i + t].
void launch_convolve(const ConstantLaunch& launch, TapPlace place, cudaStream_t stream);

}  // namespace strandline::lab
