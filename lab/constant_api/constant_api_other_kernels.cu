// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// A mistake on purpose: a symbol of another translation unit, declared as host code would, without relocatable device
// code.
#include "constant_api/constant_api_kernels.hpp"
#include "cuda/runtime/check.hpp"

namespace strandline::lab {

// The compiler warns here (20044) that it takes the declaration for a definition of this translation unit's own. What
// comes of it is what the experiment shows.
#pragma nv_diagnostic push
#pragma nv_diag_suppress 20044
extern __constant__ std::uint32_t table[kTableWords];
#pragma nv_diagnostic pop

namespace {

__global__ void read_others_table_kernel(std::uint32_t* found, std::int64_t count) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) found[i] = table[i];
}

}  // namespace

void launch_read_others_table(std::uint32_t* found, std::int64_t count, cudaStream_t stream) {
  constexpr int kThreads = 256;
  const auto blocks = static_cast<unsigned>((count + kThreads - 1) / kThreads);
  read_others_table_kernel<<<blocks, kThreads, 0, stream>>>(found, count);
  cuda::check_launch("read_others_table_kernel");
}

}  // namespace strandline::lab
