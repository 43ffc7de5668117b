// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the streaming probe: all of a region is read, again and again, 16 bytes a lane.
#include "cuda/runtime/check.hpp"
#include "probes/stream_probe_kernels.hpp"

namespace strandline::lab {
namespace {

constexpr int kLoadsInFlight = 4;

extern __shared__ uint4 shared_quads[];

template <StreamSpace kSpace>
__device__ std::uint32_t sum_at(const uint4* quad) {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t z = 0;
  std::uint32_t w = 0;
  // Volatile to the compiler, so that no pass is left out.
  if constexpr (kSpace == StreamSpace::shared) {
    asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
                 : "r"(static_cast<std::uint32_t>(__cvta_generic_to_shared(quad))));
  } else if constexpr (kSpace == StreamSpace::global) {
    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
                 : "l"(__cvta_generic_to_global(quad)));
  } else {
    asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
                 : "l"(__cvta_generic_to_global(quad)));
  }
  return x + y + (z + w);
}

template <StreamSpace kSpace>
__global__ void __launch_bounds__(kStreamThreads) stream_kernel(StreamLaunch launch) {
  const auto* quads = reinterpret_cast<const uint4*>(launch.words);
  std::int64_t first = threadIdx.x;
  std::int64_t step = kStreamThreads;
  if constexpr (kSpace == StreamSpace::shared) {
    for (std::int64_t i = threadIdx.x; i < launch.region_quads; i += kStreamThreads) shared_quads[i] = quads[i];
    __syncthreads();
    quads = shared_quads;
  } else if constexpr (kSpace == StreamSpace::global) {
    quads += blockIdx.x * launch.region_quads;
    // Else the multiplication would be done again for each load, and instructions would be timed instead of L1.
    asm volatile("" : "+l"(quads));
  } else {
    first += std::int64_t{blockIdx.x} * kStreamThreads;
    step *= gridDim.x;
  }
  // The passes as one long way, on which the region begins again at its end: so loads of two passes overlap, too.
  const std::int64_t all = launch.passes * launch.region_quads;
  const auto region = static_cast<std::uint32_t>(launch.region_quads);
  const auto stride = static_cast<std::uint32_t>(step % launch.region_quads);
  auto place = static_cast<std::uint32_t>(first % launch.region_quads);
  std::uint32_t sum = 0;
  const auto read_next = [&] {
    const std::uint32_t found = sum_at<kSpace>(quads + place);
    place += stride;
    place -= place >= region ? region : 0;
    return found;
  };
  std::int64_t i = first;
  for (; i + (kLoadsInFlight - 1) * step < all; i += kLoadsInFlight * step) {
    std::uint32_t of_load[kLoadsInFlight];
#pragma unroll
    for (int load = 0; load < kLoadsInFlight; ++load) of_load[load] = read_next();
#pragma unroll
    for (int load = 0; load < kLoadsInFlight; ++load) sum += of_load[load];
  }
  for (; i < all; i += step) sum += read_next();
  for (int lane = 16; lane > 0; lane /= 2) sum += __shfl_xor_sync(~0U, sum, lane);
  if (threadIdx.x % 32 == 0) atomicAdd(launch.sum, sum);
}

__global__ void fill_stream_kernel(std::uint32_t* words, std::int64_t count) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += threads) {
    words[i] = static_cast<std::uint32_t>(i) * kStreamFactor + 1;
  }
}

template <StreamSpace kSpace>
void launch_stream_in(const StreamLaunch& launch, cudaStream_t stream) {
  std::size_t shared_bytes = 0;
  if constexpr (kSpace == StreamSpace::shared) {
    shared_bytes = static_cast<std::size_t>(launch.region_quads * kStreamQuadBytes);
    cuda::check(cudaFuncSetAttribute(stream_kernel<kSpace>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     static_cast<int>(shared_bytes)),
                "cudaFuncSetAttribute of stream_kernel");
  }
  stream_kernel<kSpace><<<static_cast<unsigned>(launch.blocks), kStreamThreads, shared_bytes, stream>>>(launch);
  cuda::check_launch("stream_kernel");
}

}  // namespace

void launch_fill_stream(std::uint32_t* words, std::int64_t count, cudaStream_t stream) {
  constexpr int kBlocks = 1024;
  fill_stream_kernel<<<kBlocks, kStreamThreads, 0, stream>>>(words, count);
  cuda::check_launch("fill_stream_kernel");
}

void launch_stream(const StreamLaunch& launch, cudaStream_t stream) {
  switch (launch.space) {
    case StreamSpace::shared:
      return launch_stream_in<StreamSpace::shared>(launch, stream);
    case StreamSpace::global:
      return launch_stream_in<StreamSpace::global>(launch, stream);
    case StreamSpace::global_past_l1:
      return launch_stream_in<StreamSpace::global_past_l1>(launch, stream);
  }
}

}  // namespace strandline::lab
