// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the experiment atomics: additions to words that lanes and warps share.
#include "atomics/atomics_kernels.hpp"
#include "cuda/runtime/check.hpp"

namespace strandline::lab {
namespace {

/// What was there before; 0 where it isn't asked for.
template <AtomicSpace kSpace, bool kReturns>
__device__ std::uint32_t add_to(std::uint64_t address, std::uint32_t addend) {
  std::uint32_t before = 0;
  if constexpr (kSpace == AtomicSpace::shared) {
    const auto own = static_cast<std::uint32_t>(address);
    if constexpr (kReturns) {
      asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(before) : "r"(own), "r"(addend) : "memory");
    } else {
      asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(own), "r"(addend) : "memory");
    }
  } else if constexpr (kReturns) {
    asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(before) : "l"(address), "r"(addend) : "memory");
  } else {
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(address), "r"(addend) : "memory");
  }
  return before;
}

template <AtomicSpace kSpace, bool kReturns>
__global__ void __launch_bounds__(kAtomicThreads) atomics_kernel(AtomicsLaunch launch) {
  __shared__ std::uint32_t shared_words[kSharedAtomicWords];
  const std::int64_t thread = std::int64_t{blockIdx.x} * kAtomicThreads + threadIdx.x;
  std::uint64_t address = launch.offsets[threadIdx.x % 32];
  if constexpr (kSpace == AtomicSpace::shared) {
    for (int i = static_cast<int>(threadIdx.x); i < kSharedAtomicWords; i += kAtomicThreads) shared_words[i] = 0;
    __syncthreads();
    address += __cvta_generic_to_shared(shared_words);
  } else {
    address += __cvta_generic_to_global(launch.words + thread / 32 * launch.words_between_warps);
  }
  std::uint32_t returned = 0;
#pragma unroll 1
  for (std::int64_t turn = 0; turn < launch.turns; ++turn) {
    std::uint32_t before[kUpdatesATurn];
#pragma unroll
    for (int update = 0; update < kUpdatesATurn; ++update) {
      before[update] = add_to<kSpace, kReturns>(address, launch.addend);
    }
#pragma unroll
    for (int update = 0; update < kUpdatesATurn; ++update) returned += before[update];
  }
  launch.returned[thread] = returned;
  if constexpr (kSpace == AtomicSpace::shared) {
    __syncthreads();
    std::uint32_t* const own = launch.words + blockIdx.x * kSharedAtomicWords;
    for (int i = static_cast<int>(threadIdx.x); i < kSharedAtomicWords; i += kAtomicThreads) own[i] = shared_words[i];
  }
}

auto kernel_of(AtomicSpace space, bool returns) {
  if (space == AtomicSpace::shared) {
    return returns ? atomics_kernel<AtomicSpace::shared, true> : atomics_kernel<AtomicSpace::shared, false>;
  }
  return returns ? atomics_kernel<AtomicSpace::global, true> : atomics_kernel<AtomicSpace::global, false>;
}

}  // namespace

void launch_atomics(const AtomicsLaunch& launch, cudaStream_t stream) {
  kernel_of(launch.space, launch.returns)<<<static_cast<unsigned>(launch.blocks), kAtomicThreads, 0, stream>>>(launch);
  cuda::check_launch("atomics_kernel");
}

}  // namespace strandline::lab
