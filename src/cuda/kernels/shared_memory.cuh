// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Shared memory by 32-bit addresses. Through pointers, the compiler works the block's window out anew at each access.
#pragma once

#include <cstdint>

#include "cuda/kernels/word.cuh"

namespace strandline::cuda {

/// An address in the block's shared memory.
struct SharedAddress {
  std::uint32_t value;

  /// The same for all lanes of a warp, who must all call it. The shuffle keeps the compiler from working it out again.
  __device__ static SharedAddress of(const void* variable) {
    return {__shfl_sync(~0u, static_cast<std::uint32_t>(__cvta_generic_to_shared(variable)), 0)};
  }

  __device__ SharedAddress operator+(int bytes) const { return {value + static_cast<std::uint32_t>(bytes)}; }
};

template <int kBytes>
__device__ __forceinline__ WordOf<kBytes> load_word(SharedAddress from) {
  WordOf<kBytes> word;
  if constexpr (kBytes == 4) {
    asm volatile("ld.shared.b32 %0, [%1];" : "=r"(word) : "r"(from.value));
  } else if constexpr (kBytes == 8) {
    asm volatile("ld.shared.v2.b32 {%0, %1}, [%2];" : "=r"(word.x), "=r"(word.y) : "r"(from.value));
  } else {
    static_assert(kBytes == 16);
    asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(word.x), "=r"(word.y), "=r"(word.z), "=r"(word.w)
                 : "r"(from.value));
  }
  return word;
}

/// The same from global memory.
template <int kBytes>
__device__ __forceinline__ WordOf<kBytes> load_word(const std::byte* from) {
  return *reinterpret_cast<const WordOf<kBytes>*>(from);
}

}  // namespace strandline::cuda
