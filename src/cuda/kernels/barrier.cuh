// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Barriers in shared memory that count arrivals and bytes, and bulk copies that arrive on them (compute capability 9.0
// on). PTX ISA, "mbarrier" and "cp.async.bulk".
#pragma once

#include <cstdint>
#include <cuda.h>

#include "cuda/kernels/shared_memory.cuh"

namespace strandline::cuda {

/// True in one lane of a warp, all of whose lanes call it together.
__device__ __forceinline__ bool is_elected() {
  std::uint32_t elected = 0;
  asm volatile(
      "{\n"
      ".reg .pred is_elected;\n"
      "elect.sync _|is_elected, 0xffffffff;\n"
      "selp.u32 %0, 1, 0, is_elected;\n"
      "}"
      : "=r"(elected));
  return elected != 0;
}

/// A barrier by its address; it takes 8 bytes there.
class Barrier {
 public:
  static constexpr int kBytes = 8;

  __device__ explicit Barrier(SharedAddress address) : address_(address.value) {}

  __device__ void initialise(int arrivals) const {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address_), "r"(arrivals) : "memory");
  }

  /// Makes initialised barriers known to the copy engine; before the block's first __syncthreads().
  __device__ static void publish_initialised() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }

  __device__ void arrive() const {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address_) : "memory");
  }

  /// Waits for the end of the phase of that parity.
  __device__ __forceinline__ void wait(std::uint32_t parity) const {
    std::uint32_t done = 0;
    while (done == 0) {
      asm volatile(
          "{\n"
          ".reg .pred ended;\n"
          "mbarrier.try_wait.parity.shared::cta.b64 ended, [%1], %2;\n"
          "selp.u32 %0, 1, 0, ended;\n"
          "}"
          : "=r"(done)
          : "r"(address_), "r"(parity)
          : "memory");
    }
  }

  /// Arrives, and lets the phase end only when `bytes` more have been copied. As one lane of a warp, all of whose lanes
  /// call it with the same arguments: then they stay in uniform registers, where the instructions want them.
  __device__ __forceinline__ void elected_arrive_and_expect(int bytes) const {
    asm volatile(
        "{\n"
        ".reg .pred is_elected;\n"
        "elect.sync _|is_elected, 0xffffffff;\n"
        "@is_elected mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;\n"
        "}" ::"r"(address_),
        "r"(bytes)
        : "memory");
  }
  __device__ __forceinline__ void elected_copy(SharedAddress to, const void* from, int bytes) const {
    asm volatile(
        "{\n"
        ".reg .pred is_elected;\n"
        "elect.sync _|is_elected, 0xffffffff;\n"
        "@is_elected cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];\n"
        "}" ::"r"(to.value),
        "l"(from), "r"(bytes), "r"(address_)
        : "memory");
  }

  /// The same for a box of a tensor map; `to` is a multiple of 128.
  __device__ __forceinline__ void elected_box_copy(SharedAddress to, const CUtensorMap& map, int col, int row) const {
    asm volatile(
        "{\n"
        ".reg .pred is_elected;\n"
        "elect.sync _|is_elected, 0xffffffff;\n"
        "@is_elected cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
        "[%0], [%1, {%2, %3}], [%4];\n"
        "}" ::"r"(to.value),
        "l"(&map), "r"(col), "r"(row), "r"(address_)
        : "memory");
  }

  /// Starts a copy from global to shared memory; both addresses and the size are multiples of 16.
  __device__ __forceinline__ void copy(SharedAddress to, const void* from, int bytes) const {
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to.value),
        "l"(from), "r"(bytes), "r"(address_)
        : "memory");
  }

 private:
  std::uint32_t address_;
};

}  // namespace strandline::cuda
