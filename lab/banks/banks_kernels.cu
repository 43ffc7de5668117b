// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the experiment banks: shared memory is read again and again, by lanes a stride apart.
#include "banks/banks_kernels.hpp"
#include "banks/banks_pattern.hpp"
#include "cuda/runtime/check.hpp"

namespace strandline::lab {
namespace {

// Volatile to both compilers, so that no read is left out: ptxas would do the reads of one turn for all turns.
__device__ std::uint32_t read_words(std::uint32_t address, std::uint32_t) {
  std::uint32_t x = 0;
  asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(x) : "r"(address));
  return x;
}

__device__ std::uint32_t read_words(std::uint32_t address, uint2) {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "r"(address));
  return x + y;
}

__device__ std::uint32_t read_words(std::uint32_t address, uint4) {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t z = 0;
  std::uint32_t w = 0;
  asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "r"(address));
  return x + y + (z + w);
}

template <class Element>
__global__ void read_shared_kernel(BanksLaunch launch) {
  extern __shared__ uint4 shared[];  // of the widest element, for its alignment
  auto* const words = reinterpret_cast<std::uint32_t*>(shared);
  for (std::int64_t i = threadIdx.x; i < launch.shared_words; i += blockDim.x) words[i] = launch.words[i];
  __syncthreads();

  const int lane = static_cast<int>(threadIdx.x) % kWarpLanes;
  const auto first = static_cast<std::uint32_t>(
      __cvta_generic_to_shared(words + bank_lane_word(lane, launch.stride, sizeof(Element), launch.shared_words)));
  constexpr std::uint32_t kStepBytes = kBankStepWords * kSharedBankBytes;
  std::uint32_t sum = 0;
  for (std::int64_t turn = 0; turn < launch.reads / kBankSteps; ++turn) {
#pragma unroll
    for (std::uint32_t step = 0; step < kBankSteps; ++step) sum += read_words(first + step * kStepBytes, Element{});
  }
  for (std::uint32_t step = 0; step < launch.reads % kBankSteps; ++step) {
    sum += read_words(first + step * kStepBytes, Element{});
  }
  launch.sums[std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x] = sum;
}

template <class Element>
void launch_of(const BanksLaunch& launch, cudaStream_t stream) {
  const auto shared_bytes = static_cast<std::size_t>(launch.shared_words) * kSharedBankBytes;
  read_shared_kernel<Element><<<static_cast<unsigned>(launch.blocks), kBanksThreads, shared_bytes, stream>>>(launch);
  cuda::check_launch("read_shared_kernel");
}

}  // namespace

void launch_banks(const BanksLaunch& launch, cudaStream_t stream) {
  if (launch.width_bytes == 4) return launch_of<std::uint32_t>(launch, stream);
  if (launch.width_bytes == 8) return launch_of<uint2>(launch, stream);
  launch_of<uint4>(launch, stream);
}

}  // namespace strandline::lab
