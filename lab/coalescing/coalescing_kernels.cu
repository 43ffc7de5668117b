// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernel of the experiment coalescing beyond L1: warps load from global memory, lanes a stride apart.
#include "coalescing/coalescing_kernels.hpp"
#include "cuda/runtime/check.hpp"
#include "probes/load_probe_sum.cuh"

namespace strandline::lab {
namespace {

template <class Element>
__global__ void __launch_bounds__(kFarThreads) load_far_kernel(FarLaunch launch) {
  const char* const first = reinterpret_cast<const char*>(launch.words) +
                            launch.pattern.lane_bytes(static_cast<int>(threadIdx.x) % kWarpLanes);
  const std::int64_t request_bytes = launch.pattern.request_bytes();
  const auto window = static_cast<std::uint32_t>(launch.window_chunks);
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t warps = std::int64_t{gridDim.x} * blockDim.x / kWarpLanes;
  std::uint32_t sum = 0;
  for (std::int64_t chunk = thread / kWarpLanes; chunk < launch.chunks; chunk += warps) {
    const char* const from = first + (static_cast<std::uint32_t>(chunk) % window) * (kFarRequests * request_bytes);
    Element loaded[kFarRequests];
#pragma unroll
    for (int i = 0; i < kFarRequests; ++i) {
      loaded[i] = __ldcg(reinterpret_cast<const Element*>(from + i * request_bytes));
    }
#pragma unroll
    for (int i = 0; i < kFarRequests; ++i) sum += sum_of(loaded[i]);
  }
  launch.sums[thread] = sum;
}

using FarKernel = void (*)(FarLaunch);

FarKernel kernel_of(int width_bytes) {
  if (width_bytes == 4) return load_far_kernel<std::uint32_t>;
  return width_bytes == 8 ? load_far_kernel<uint2> : load_far_kernel<uint4>;
}

}  // namespace

int far_blocks_per_multiprocessor(int width_bytes) {
  int blocks = 0;
  cuda::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel_of(width_bytes), kFarThreads, 0),
              "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return blocks;
}

void launch_load_far(const FarLaunch& launch, cudaStream_t stream) {
  kernel_of(launch.pattern.width_bytes)<<<static_cast<unsigned>(launch.blocks), kFarThreads, 0, stream>>>(launch);
  cuda::check_launch("load_far_kernel");
}

}  // namespace strandline::lab
