// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernel of the load probe: warps make the same requests of one memory, again and again.
#include <algorithm>
#include <array>

#include "cuda/runtime/check.hpp"
#include "probes/load_probe_kernels.hpp"
#include "probes/load_probe_sum.cuh"

namespace strandline::lab {
namespace {

__constant__ uint4 constant_table[kLoadTableBytes / sizeof(uint4)];  // of the widest element, for its alignment

/// A lane's row of one of four matrices of 8 x 8 elements of 2 bytes.
struct MatrixRow {
  uint4 words;
};

template <class Element>
__device__ Element load(const Element* element) {
  return *element;
}

__device__ uint4 load(const MatrixRow* row) {
  uint4 found;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(found.x), "=r"(found.y), "=r"(found.z), "=r"(found.w)
               : "r"(static_cast<std::uint32_t>(__cvta_generic_to_shared(row))));
  return found;
}

__device__ const void* copy_to_shared(const LoadLaunch& launch) {
  extern __shared__ uint4 shared[];
  auto* const words = reinterpret_cast<std::uint32_t*>(shared);
  for (std::int64_t i = threadIdx.x; i < launch.shared_words; i += blockDim.x) words[i] = launch.words[i];
  return shared;
}

template <LoadFrom kFrom>
__device__ const void* base_of(const LoadLaunch& launch) {
  if constexpr (kFrom == LoadFrom::constant) return constant_table;
  if constexpr (kFrom == LoadFrom::global) return launch.words;
  return copy_to_shared(launch);
}

// Indices come from memory, different ones for each load as far as compilers know, so that no two loads are made one.
// Nor are loads of one turn used for all: none is moved past __syncwarp, which costs one NOP, except those of constant
// memory, whose indices go on by a step. The registers are what a block of 1,024 threads can have; a compiler that may
// take fewer waits between the loads of a turn.
template <LoadFrom kFrom, class Element>
__global__ void __maxnreg__(64) load_kernel(LoadLaunch launch) {
  const auto* const elements = static_cast<const Element*>(base_of<kFrom>(launch));
  const std::int64_t set = threadIdx.x / kWarpLanes % launch.sets;
  std::uint32_t index[kLoads];
#pragma unroll
  for (int i = 0; i < kLoads; ++i) {
    index[i] = launch.offsets[(set * kLoads + i) * kWarpLanes + threadIdx.x % kWarpLanes] / sizeof(Element);
  }
  const std::uint32_t step = kFrom == LoadFrom::constant ? *launch.step : 0;

  std::uint32_t sum = 0;
  LoadSpan span;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    const int turns = pass == 0 ? launch.warm_turns : launch.turns;
    __syncthreads();
    span.start = clock64();
#pragma unroll 1
    for (int turn = 0; turn < turns; ++turn) {
      decltype(load(elements)) found[kLoads];
#pragma unroll
      for (int i = 0; i < kLoads; ++i) found[i] = load(elements + index[i]);
#pragma unroll
      for (int i = 0; i < kLoads; ++i) {
        sum += sum_of(found[i]);
        index[i] += step;
      }
      __syncwarp();
    }
    span.end = clock64();
  }

  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  launch.sums[thread] = sum;
  if (threadIdx.x % kWarpLanes == 0) launch.spans[thread / kWarpLanes] = span;
}

using LoadKernel = void (*)(LoadLaunch);

template <LoadFrom kFrom>
LoadKernel kernel_from(int width_bytes) {
  if (width_bytes == 4) return load_kernel<kFrom, std::uint32_t>;
  return width_bytes == 8 ? load_kernel<kFrom, uint2> : load_kernel<kFrom, uint4>;
}

LoadKernel kernel_of(LoadFrom from, int width_bytes) {
  if (from == LoadFrom::matrices) return load_kernel<LoadFrom::matrices, MatrixRow>;
  if (from == LoadFrom::constant) return kernel_from<LoadFrom::constant>(width_bytes);
  if (from == LoadFrom::global) return kernel_from<LoadFrom::global>(width_bytes);
  return width_bytes == 2 ? load_kernel<LoadFrom::shared, std::uint16_t> : kernel_from<LoadFrom::shared>(width_bytes);
}

__global__ void fill_words_kernel(std::uint32_t* words, std::int64_t count) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += threads) {
    words[i] = word_at(static_cast<std::uint64_t>(i));
  }
}

}  // namespace

void launch_fill_words(std::uint32_t* words, std::int64_t count, cudaStream_t stream) {
  constexpr int kBlocks = 2048;
  constexpr int kThreads = 256;
  fill_words_kernel<<<kBlocks, kThreads, 0, stream>>>(words, count);
  cuda::check_launch("fill_words_kernel");
}

void fill_constant_table() {
  std::array<std::uint32_t, kLoadTableBytes / kWordBytes> words;
  std::ranges::generate(words, [i = 0U]() mutable { return word_at(i++); });
  cuda::check(cudaMemcpyToSymbol(constant_table, words.data(), sizeof(words)), "cudaMemcpyToSymbol of the table");
  cuda::check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
}

void launch_load(const LoadLaunch& launch, LoadFrom from, int width_bytes, cudaStream_t stream) {
  const auto blocks = static_cast<unsigned>(launch.blocks);
  const auto threads = static_cast<unsigned>(launch.warps * kWarpLanes);
  const auto shared_bytes = static_cast<std::size_t>(launch.shared_words * kWordBytes);
  kernel_of(from, width_bytes)<<<blocks, threads, shared_bytes, stream>>>(launch);
  cuda::check_launch("load_kernel");
}

}  // namespace strandline::lab
