// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the experiment constant: one filter, its taps in constant or in global memory.
#include "constant/constant_filter.hpp"
#include "constant/constant_kernels.hpp"
#include "cuda/runtime/check.hpp"

namespace strandline::lab {
namespace {

__constant__ float constant_taps[kFilterTaps];

// Both kernels differ in `tap_at` alone. The mask is known at run time only, so that all patterns run the same
// instructions: no tap becomes an operand of its multiplication, as constant indices would allow.
template <class TapAt>
__device__ void convolve(const ConstantLaunch& launch, const float* __restrict__ input, TapAt tap_at) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= launch.n) return;
  const std::uint32_t lane = threadIdx.x % kWarpLanes;
  float sum = 0;
#pragma unroll
  for (std::uint32_t step = 0; step < kFilterTaps; ++step) {
    sum = fmaf(tap_at(filter_tap(step, lane, launch.rotation_mask)), input[i + step], sum);
  }
  launch.output[i] = sum;
}

__global__ void __launch_bounds__(kConvolutionThreads) convolve_constant_taps_kernel(ConstantLaunch launch) {
  convolve(launch, launch.input, [](std::uint32_t tap) { return constant_taps[tap]; });
}

__global__ void __launch_bounds__(kConvolutionThreads)
    convolve_global_taps_kernel(ConstantLaunch launch, const float* __restrict__ taps) {
  convolve(launch, launch.input, [taps](std::uint32_t tap) { return __ldg(taps + tap); });
}

unsigned blocks_for(std::int64_t n) {
  return static_cast<unsigned>((n + kConvolutionThreads - 1) / kConvolutionThreads);
}

}  // namespace

void copy_to_constant(const float* taps) {
  cuda::check(cudaMemcpyToSymbol(constant_taps, taps, sizeof(constant_taps)), "cudaMemcpyToSymbol of the taps");
}

void launch_convolve_constant(const ConstantLaunch& launch, cudaStream_t stream) {
  convolve_constant_taps_kernel<<<blocks_for(launch.n), kConvolutionThreads, 0, stream>>>(launch);
  cuda::check_launch("convolve_constant_taps_kernel");
}

void launch_convolve_global(const ConstantLaunch& launch, const float* taps, cudaStream_t stream) {
  convolve_global_taps_kernel<<<blocks_for(launch.n), kConvolutionThreads, 0, stream>>>(launch, taps);
  cuda::check_launch("convolve_global_taps_kernel");
}

}  // namespace strandline::lab
