// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the experiment constant: one filter, and where its taps are.
#include "constant/constant_filter.hpp"
#include "constant/constant_kernels.hpp"
#include "cuda/runtime/check.hpp"

namespace strandline::lab {
namespace {

__constant__ float constant_taps[kFilterTaps];

// Of the two that load, the mask is known at run time only, so that all patterns run the same instructions and no tap
// becomes an operand.
template <TapPlace kPlace>
__device__ float tap_at(const ConstantLaunch& launch, std::uint32_t step, std::uint32_t lane) {
  if constexpr (kPlace == TapPlace::constant) return constant_taps[filter_tap(step, lane, launch.rotation_mask)];
  if constexpr (kPlace == TapPlace::global) return __ldg(launch.taps + filter_tap(step, lane, launch.rotation_mask));
  if constexpr (kPlace == TapPlace::operand) return constant_taps[step];
  return tap_value(step);
}

template <TapPlace kPlace>
__global__ void __launch_bounds__(kConvolutionThreads) convolve_kernel(ConstantLaunch launch) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= launch.n) return;
  const float* __restrict__ const input = launch.input;
  const std::uint32_t lane = threadIdx.x % kWarpLanes;
  float sum = 0;
#pragma unroll
  for (std::uint32_t step = 0; step < kFilterTaps; ++step) {
    sum = fmaf(tap_at<kPlace>(launch, step, lane), input[i + step], sum);
  }
  launch.output[i] = sum;
}

auto kernel_of(TapPlace place) {
  switch (place) {
    case TapPlace::global:
      return convolve_kernel<TapPlace::global>;
    case TapPlace::operand:
      return convolve_kernel<TapPlace::operand>;
    case TapPlace::immediate:
      return convolve_kernel<TapPlace::immediate>;
    case TapPlace::constant:
      break;
  }
  return convolve_kernel<TapPlace::constant>;
}

}  // namespace

void copy_to_constant(const float* taps) {
  cuda::check(cudaMemcpyToSymbol(constant_taps, taps, sizeof(constant_taps)), "cudaMemcpyToSymbol of the taps");
}

void launch_convolve(const ConstantLaunch& launch, TapPlace place, cudaStream_t stream) {
  const auto blocks = static_cast<unsigned>((launch.n + kConvolutionThreads - 1) / kConvolutionThreads);
  kernel_of(place)<<<blocks, kConvolutionThreads, 0, stream>>>(launch);
  cuda::check_launch("convolve_kernel");
}

}  // namespace strandline::lab
