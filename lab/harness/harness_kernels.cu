// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The harness's own kernels: they wait, read clocks and push other data out of the L2 cache.
#include "cuda/runtime/check.hpp"
#include "harness/harness_kernels.hpp"

namespace strandline::lab {
namespace {

__device__ std::int64_t timer_nanoseconds() {
  std::int64_t now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

__global__ void spin_kernel(std::int64_t nanoseconds) {
  const std::int64_t start = timer_nanoseconds();
  while (timer_nanoseconds() - start < nanoseconds) {
  }
}

// The timer moves in steps of up to a microsecond, so both clocks are read where it has just moved.
__global__ void clock_probe_kernel(std::int64_t cycles, ClockReading* reading) {
  const std::int64_t before = timer_nanoseconds();
  std::int64_t start_ns = before;
  while (start_ns == before) start_ns = timer_nanoseconds();
  const std::int64_t start_cycles = clock64();
  while (clock64() - start_cycles < cycles) {
  }
  const std::int64_t reached = timer_nanoseconds();
  std::int64_t end_ns = reached;
  while (end_ns == reached) end_ns = timer_nanoseconds();
  *reading = {clock64() - start_cycles, end_ns - start_ns};
}

__global__ void read_through_kernel(const uint4* words, std::int64_t count, std::uint32_t* sink) {
  std::uint32_t any = 0;
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += threads) {
    const uint4 word = words[i];
    any |= word.x | word.y | word.z | word.w;
  }
  if (any != 0) *sink = any;
}

}  // namespace

void launch_spin(std::int64_t nanoseconds, cudaStream_t stream) {
  spin_kernel<<<1, 1, 0, stream>>>(nanoseconds);
  cuda::check_launch("spin_kernel");
}

void launch_clock_probe(std::int64_t cycles, ClockReading* reading, cudaStream_t stream) {
  clock_probe_kernel<<<1, 1, 0, stream>>>(cycles, reading);
  cuda::check_launch("clock_probe_kernel");
}

void launch_read_through(const void* words, std::int64_t count, std::uint32_t* sink, cudaStream_t stream) {
  constexpr int kBlocks = 1024;
  constexpr int kThreads = 256;
  read_through_kernel<<<kBlocks, kThreads, 0, stream>>>(static_cast<const uint4*>(words), count, sink);
  cuda::check_launch("read_through_kernel");
}

}  // namespace strandline::lab
