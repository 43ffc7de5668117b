// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernel of the experiment banks: shared memory is read again and again, by one pattern of lanes.
#include "banks/banks_kernels.hpp"
#include "cuda/runtime/check.hpp"

namespace strandline::lab {
namespace {

/// Four matrices of 8 x 8 elements of 2 bytes.
struct Matrices {};

// Volatile to both compilers, so that no read is left out: ptxas would do the reads of one turn for all turns.
__device__ std::uint32_t read_words(std::uint32_t address, std::uint16_t) {
  std::uint16_t x = 0;
  asm volatile("ld.volatile.shared.u16 %0, [%1];" : "=h"(x) : "r"(address));
  return x;
}

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

// There is no volatile one: addresses that go on by an unknown step keep all of them.
__device__ std::uint32_t read_words(std::uint32_t address, Matrices) {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t z = 0;
  std::uint32_t w = 0;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
               : "r"(address));
  return x + y + (z + w);
}

template <class Element>
__global__ void read_shared_kernel(BanksLaunch launch) {
  extern __shared__ uint4 shared[];  // of the widest element, for its alignment
  auto* const words = reinterpret_cast<std::uint32_t*>(shared);
  for (std::int64_t i = threadIdx.x; i < launch.shared_words; i += blockDim.x) words[i] = launch.words[i];
  __syncthreads();

  auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(words)) + launch.offsets[threadIdx.x % kWarpLanes];
  std::uint32_t sum = 0;
  for (std::int64_t turn = 0; turn < launch.turns; ++turn) {
#pragma unroll
    for (std::uint32_t step = 0; step < kBankSteps; ++step) {
      sum += read_words(address + step * kBankStepBytes, Element{});
    }
    address += launch.step;
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

void launch_banks(const BanksLaunch& launch, int width_bytes, SharedRead read, cudaStream_t stream) {
  if (read == SharedRead::matrices) return launch_of<Matrices>(launch, stream);
  if (width_bytes == 2) return launch_of<std::uint16_t>(launch, stream);
  if (width_bytes == 4) return launch_of<std::uint32_t>(launch, stream);
  if (width_bytes == 8) return launch_of<uint2>(launch, stream);
  launch_of<uint4>(launch, stream);
}

}  // namespace strandline::lab
