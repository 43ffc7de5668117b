// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the experiment coalescing: warps load from global memory, lanes a stride apart.
#include "coalescing/coalescing_kernels.hpp"
#include "cuda/runtime/check.hpp"

namespace strandline::lab {
namespace {

__device__ std::uint32_t sum_of(std::uint32_t word) { return word; }
__device__ std::uint32_t sum_of(uint2 words) { return words.x + words.y; }
__device__ std::uint32_t sum_of(uint4 words) { return words.x + words.y + (words.z + words.w); }

__global__ void fill_words_kernel(std::uint32_t* words, std::int64_t count) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += threads) {
    words[i] = word_at(static_cast<std::uint64_t>(i));
  }
}

__device__ const char* first_byte(const std::uint32_t* words, const LoadPattern& pattern) {
  return reinterpret_cast<const char*>(words) + pattern.lane_bytes(static_cast<int>(threadIdx.x) % kWarpLanes);
}

// Plain loads, which L1 keeps. Turns alternate between two places, and aren't unrolled, else loads of equal addresses
// could be seen and made once.
template <class Element>
__device__ __forceinline__ std::uint32_t sum_of_turns(const char* first, std::int64_t turns, unsigned turn_bytes) {
  std::uint32_t sum = 0;
  unsigned place = 0;
#pragma unroll 1
  for (std::int64_t turn = 0; turn < turns; ++turn) {
    const auto* const from = first + place;
    Element loaded[kNearRequests];
#pragma unroll
    for (int i = 0; i < kNearRequests; ++i) {
      loaded[i] = *reinterpret_cast<const Element*>(from + i * kNearStepBytes);
    }
#pragma unroll
    for (int i = 0; i < kNearRequests; ++i) sum += sum_of(loaded[i]);
    place ^= turn_bytes;
  }
  return sum;
}

template <class Element>
__global__ void __launch_bounds__(kNearThreads) load_near_kernel(NearLaunch launch) {
  const char* const first = first_byte(launch.words, launch.pattern);
  const auto turn_bytes = static_cast<unsigned>(launch.turn_bytes);
  std::uint32_t sum = sum_of_turns<Element>(first, kNearWarmUpTurns, turn_bytes);
  __syncthreads();
  const std::int64_t start = clock64();
  sum += sum_of_turns<Element>(first, launch.turns, turn_bytes);
  __syncthreads();
  const std::int64_t end = clock64();
  launch.sums[std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x] = sum;
  if (threadIdx.x == 0) launch.cycles[blockIdx.x] = end - start;
}

template <class Element>
__global__ void __launch_bounds__(kFarThreads) load_far_kernel(FarLaunch launch) {
  const char* const first = first_byte(launch.words, launch.pattern);
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

template <class Element>
void launch_near(const NearLaunch& launch, cudaStream_t stream) {
  load_near_kernel<Element><<<static_cast<unsigned>(launch.blocks), kNearThreads, 0, stream>>>(launch);
}

template <class Element>
void launch_far(const FarLaunch& launch, cudaStream_t stream) {
  load_far_kernel<Element><<<static_cast<unsigned>(launch.blocks), kFarThreads, 0, stream>>>(launch);
}

template <class Element>
int resident_far_blocks() {
  int blocks = 0;
  cuda::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, load_far_kernel<Element>, kFarThreads, 0),
              "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return blocks;
}

}  // namespace

void launch_fill_words(std::uint32_t* words, std::int64_t count, cudaStream_t stream) {
  constexpr int kBlocks = 2048;
  constexpr int kThreads = 256;
  fill_words_kernel<<<kBlocks, kThreads, 0, stream>>>(words, count);
  cuda::check_launch("fill_words_kernel");
}

void launch_load_near(const NearLaunch& launch, cudaStream_t stream) {
  if (launch.pattern.width_bytes == 4) launch_near<unsigned>(launch, stream);
  if (launch.pattern.width_bytes == 8) launch_near<uint2>(launch, stream);
  if (launch.pattern.width_bytes == 16) launch_near<uint4>(launch, stream);
  cuda::check_launch("load_near_kernel");
}

int far_blocks_per_multiprocessor(int width_bytes) {
  if (width_bytes == 4) return resident_far_blocks<unsigned>();
  return width_bytes == 8 ? resident_far_blocks<uint2>() : resident_far_blocks<uint4>();
}

void launch_load_far(const FarLaunch& launch, cudaStream_t stream) {
  if (launch.pattern.width_bytes == 4) launch_far<unsigned>(launch, stream);
  if (launch.pattern.width_bytes == 8) launch_far<uint2>(launch, stream);
  if (launch.pattern.width_bytes == 16) launch_far<uint4>(launch, stream);
  cuda::check_launch("load_far_kernel");
}

}  // namespace strandline::lab
