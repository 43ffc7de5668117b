// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the pointer chase: loads each of which waits for the last, by one warp, in any of the memory spaces.
#include "cuda/runtime/check.hpp"
#include "probes/pointer_chase_kernels.hpp"

namespace strandline::lab {
namespace {

constexpr int kWarp = 32;
constexpr int kThreads = 256;
constexpr int kBlocks = 512;

__constant__ std::uint32_t table[kConstantTableBytes / sizeof(std::uint32_t)];
extern __shared__ std::uint32_t shared_words[];

/// What lies at a node: an address where the space's instructions take one as it is, else bytes from the space's start,
/// so that what was loaded is an address without further instructions.
template <ChaseSpace kSpace>
struct Place {
  using Type = std::uint32_t;
};
template <>
struct Place<ChaseSpace::global> {
  using Type = std::uint64_t;
};
template <>
struct Place<ChaseSpace::global_past_l1> {
  using Type = std::uint64_t;
};

__device__ std::uint64_t address_of(const char* memory) { return __cvta_generic_to_global(memory); }

template <ChaseSpace kSpace, class Type>
__device__ Type next(Type place) {
  if constexpr (kSpace == ChaseSpace::constant) {
    return *reinterpret_cast<const std::uint32_t*>(reinterpret_cast<const char*>(table) + place);
  } else if constexpr (kSpace == ChaseSpace::shared) {
    return *reinterpret_cast<const std::uint32_t*>(reinterpret_cast<const char*>(shared_words) + place);
  } else {
    Type loaded = 0;
    if constexpr (kSpace == ChaseSpace::global) {
      asm volatile("ld.global.u64 %0, [%1];" : "=l"(loaded) : "l"(place));
    } else {
      asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(loaded) : "l"(place));
    }
    return loaded;
  }
}

// All lanes are at the same place, but as what they begin with is added to what an array says, compilers can't know it
// and use neither the uniform registers nor what loads from constant memory through them.
template <ChaseSpace kSpace>
__global__ void chase_kernel(ChaseLaunch launch) {
  using Type = typename Place<kSpace>::Type;
  if constexpr (kSpace == ChaseSpace::shared) {
    const auto* const words = reinterpret_cast<const std::uint32_t*>(launch.memory);
    const auto count = static_cast<int>(launch.footprint_bytes / sizeof(std::uint32_t));
    for (int i = static_cast<int>(threadIdx.x); i < count; i += kWarp) shared_words[i] = words[i];
    __syncwarp();
  }
  const std::uint64_t base = sizeof(Type) == sizeof(std::uint64_t) ? address_of(launch.memory) : 0;
  auto place = static_cast<Type>(base + launch.chain[0] + launch.zero[threadIdx.x]);
  long long start = 0;
  long long end = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    const int turns = pass == 0 ? launch.warm_turns : launch.turns;
    start = clock64();
#pragma unroll 1
    for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
      for (int load = 0; load < kChaseLoadsATurn; ++load) place = next<kSpace>(place);
    }
    end = clock64();
  }
  launch.ends[threadIdx.x] = place - base;
  if (threadIdx.x == 0) *launch.cycles = static_cast<std::uint64_t>(end - start);
}

template <class Type>
__global__ void write_chain_kernel(ChaseLaunch launch) {
  const std::uint64_t base = sizeof(Type) == sizeof(std::uint64_t) ? address_of(launch.memory) : 0;
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < launch.nodes; i += threads) {
    const std::int64_t following = i + 1 < launch.nodes ? i + 1 : 0;
    *reinterpret_cast<Type*>(launch.memory + launch.chain[i]) = static_cast<Type>(base + launch.chain[following]);
  }
}

__global__ void touch_chain_kernel(ChaseLaunch launch) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  std::uint64_t sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < launch.nodes; i += threads) {
    sum ^= next<ChaseSpace::global_past_l1>(address_of(launch.memory) + launch.chain[i]);
  }
  if (sum == 1) launch.ends[0] = sum;  // no address is odd
}

__global__ void time_nodes_kernel(ChaseLaunch launch, std::uint64_t* cycles_of_nodes) {
  const std::uint64_t base = address_of(launch.memory);
  const std::uint64_t zero = launch.zero[threadIdx.x];
  std::uint64_t all = 0;
#pragma unroll 1
  for (std::int64_t node = 0; node < launch.nodes; ++node) {
    std::uint64_t place = base + launch.chain[node] + zero;
    place = next<ChaseSpace::global_past_l1>(next<ChaseSpace::global_past_l1>(place));
    const long long start = clock64();
#pragma unroll
    for (int load = 0; load < kLoadsANode; ++load) place = next<ChaseSpace::global_past_l1>(place);
    // Instructions are issued in order, and this one waits for the last load.
    asm volatile("add.u64 %0, %0, %1;" : "+l"(place) : "l"(zero));
    const long long end = clock64();
    all += place - base;
    if (threadIdx.x == 0) cycles_of_nodes[node] = static_cast<std::uint64_t>(end - start);
  }
  launch.ends[threadIdx.x] = all;
}

template <ChaseSpace kSpace>
void launch_chase_in(const ChaseLaunch& launch, cudaStream_t stream) {
  const std::size_t shared_bytes =
      kSpace == ChaseSpace::shared ? static_cast<std::size_t>(launch.footprint_bytes) : std::size_t{0};
  if constexpr (kSpace == ChaseSpace::shared) {
    cuda::check(cudaFuncSetAttribute(chase_kernel<kSpace>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     static_cast<int>(shared_bytes)),
                "cudaFuncSetAttribute of chase_kernel");
  }
  chase_kernel<kSpace><<<1, kWarp, shared_bytes, stream>>>(launch);
  cuda::check_launch("chase_kernel");
}

}  // namespace

void launch_write_chain(const ChaseLaunch& launch, cudaStream_t stream) {
  if (launch.space == ChaseSpace::constant || launch.space == ChaseSpace::shared) {
    write_chain_kernel<std::uint32_t><<<kBlocks, kThreads, 0, stream>>>(launch);
  } else {
    write_chain_kernel<std::uint64_t><<<kBlocks, kThreads, 0, stream>>>(launch);
  }
  cuda::check_launch("write_chain_kernel");
}

void launch_touch_chain(const ChaseLaunch& launch, Toucher toucher, cudaStream_t stream) {
  constexpr int kMostThreads = 1024;
  if (toucher == Toucher::card) {
    touch_chain_kernel<<<kBlocks, kThreads, 0, stream>>>(launch);
  } else {
    touch_chain_kernel<<<1, kMostThreads, 0, stream>>>(launch);
  }
  cuda::check_launch("touch_chain_kernel");
}

void copy_chain_to_constant(const ChaseLaunch& launch, cudaStream_t stream) {
  cuda::check(cudaMemcpyToSymbolAsync(table, launch.memory, static_cast<std::size_t>(launch.footprint_bytes), 0,
                                      cudaMemcpyDeviceToDevice, stream),
              "cudaMemcpyToSymbolAsync of the chain");
}

void launch_chase(const ChaseLaunch& launch, cudaStream_t stream) {
  switch (launch.space) {
    case ChaseSpace::constant:
      return launch_chase_in<ChaseSpace::constant>(launch, stream);
    case ChaseSpace::shared:
      return launch_chase_in<ChaseSpace::shared>(launch, stream);
    case ChaseSpace::global:
      return launch_chase_in<ChaseSpace::global>(launch, stream);
    case ChaseSpace::global_past_l1:
      return launch_chase_in<ChaseSpace::global_past_l1>(launch, stream);
  }
}

void launch_time_nodes(const ChaseLaunch& launch, std::uint64_t* cycles_of_nodes, cudaStream_t stream) {
  time_nodes_kernel<<<1, kWarp, 0, stream>>>(launch, cycles_of_nodes);
  cuda::check_launch("time_nodes_kernel");
}

}  // namespace strandline::lab
