// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernel of the experiment constant-cache: a chain of loads from constant memory, each of which waits for the last.
#include "constant_cache/constant_cache_kernels.hpp"
#include "cuda/runtime/check.hpp"

namespace strandline::lab {
namespace {

__constant__ std::uint32_t table[kCacheTableBytes / sizeof(std::uint32_t)];

// In bytes, so that what was loaded is an address without further instructions.
__device__ std::uint32_t next(std::uint32_t offset) {
  return *reinterpret_cast<const std::uint32_t*>(reinterpret_cast<const char*>(table) + offset);
}

// All lanes are at the same place, but as they begin where an array says, compilers can't know it and use neither the
// uniform registers nor what loads from constant memory through them.
__global__ void chase_kernel(CacheLaunch launch) {
  std::uint32_t offset = launch.starts[threadIdx.x];
  long long start = 0;
  long long end = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    const int turns = pass == 0 ? launch.warm_turns : launch.turns;
    start = clock64();
#pragma unroll 1
    for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
      for (int load = 0; load < kCacheLoadsATurn; ++load) offset = next(offset);
    }
    end = clock64();
  }
  launch.ends[threadIdx.x] = offset;
  if (threadIdx.x == 0) *launch.cycles = static_cast<std::uint64_t>(end - start);
}

}  // namespace

void copy_chain(const CacheLaunch& launch, cudaStream_t stream) {
  cuda::check(cudaMemcpyToSymbolAsync(table, launch.chain, static_cast<std::size_t>(launch.chain_bytes), 0,
                                      cudaMemcpyDeviceToDevice, stream),
              "cudaMemcpyToSymbolAsync of the chain");
}

void launch_chase(const CacheLaunch& launch, cudaStream_t stream) {
  constexpr int kWarp = 32;
  chase_kernel<<<1, kWarp, 0, stream>>>(launch);
  cuda::check_launch("chase_kernel");
}

}  // namespace strandline::lab
