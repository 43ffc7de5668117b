// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernel of the experiment constant-charge: the same request to constant memory, again and again.
#include "constant_charge/constant_charge_kernels.hpp"
#include "constant_charge/constant_charge_pattern.hpp"
#include "cuda/runtime/check.hpp"

namespace strandline::lab {
namespace {

__constant__ uint4 table[kChargeTableBytes / sizeof(uint4)];  // of the widest element, for its alignment

__device__ std::uint32_t sum_of(std::uint32_t element) { return element; }
__device__ std::uint32_t sum_of(uint2 element) { return element.x + element.y; }
__device__ std::uint32_t sum_of(uint4 element) { return element.x + element.y + element.z + element.w; }

// Indices come from global memory: different ones for each chain, as far as compilers know, and others in each turn, so
// that no load is left out or moved out of the loop. Nothing in the loop uses a constant but the loads.
template <class Element>
__global__ void charge_kernel(ChargeLaunch launch) {
  __shared__ unsigned long long first_start;
  __shared__ unsigned long long last_end;
  if (threadIdx.x == 0) {
    first_start = ~0ULL;
    last_end = 0;
  }
  const auto* const elements = reinterpret_cast<const Element*>(table);
  std::uint32_t index[kChargeChains];
#pragma unroll
  for (int chain = 0; chain < kChargeChains; ++chain) {
    index[chain] = launch.elements[chain * kWarpLanes + threadIdx.x % kWarpLanes];
  }
  const std::uint32_t step = *launch.step;

  std::uint32_t sum = 0;
  long long start = 0;
  long long end = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    const int turns = pass == 0 ? kChargeWarmTurns : launch.turns;
    __syncthreads();
    start = clock64();
#pragma unroll 1
    for (int turn = 0; turn < turns; ++turn) {
      Element found[kChargeChains];
#pragma unroll
      for (int chain = 0; chain < kChargeChains; ++chain) found[chain] = elements[index[chain]];
#pragma unroll
      for (int chain = 0; chain < kChargeChains; ++chain) {
        sum += sum_of(found[chain]);
        index[chain] += step;
      }
    }
    end = clock64();
  }

  launch.sums[threadIdx.x] = sum;
  if (threadIdx.x % kWarpLanes == 0) {
    atomicMin(&first_start, static_cast<unsigned long long>(start));
    atomicMax(&last_end, static_cast<unsigned long long>(end));
  }
  __syncthreads();
  if (threadIdx.x == 0) *launch.cycles = last_end - first_start;
}

template <class Element>
void launch_of(const ChargeLaunch& launch, cudaStream_t stream) {
  charge_kernel<Element><<<1, static_cast<unsigned>(launch.warps * kWarpLanes), 0, stream>>>(launch);
  cuda::check_launch("charge_kernel");
}

}  // namespace

void copy_to_charge_table(const std::uint32_t* words) {
  cuda::check(cudaMemcpyToSymbol(table, words, sizeof(table)), "cudaMemcpyToSymbol of the table");
}

void launch_charge(const ChargeLaunch& launch, cudaStream_t stream) {
  if (launch.width_bytes == 4) return launch_of<std::uint32_t>(launch, stream);
  if (launch.width_bytes == 8) return launch_of<uint2>(launch, stream);
  launch_of<uint4>(launch, stream);
}

}  // namespace strandline::lab
