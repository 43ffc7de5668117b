// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// A kernel that does nothing, compiled for the same cards as those that do.
#include "cuda/host_probe_kernel.hpp"

namespace strandline::cuda {
namespace {

__global__ void probe_kernel() {}

}  // namespace

cudaError_t run_probe_kernel() {
  cudaGetLastError();
  probe_kernel<<<1, 1, 0, cudaStreamPerThread>>>();
  const cudaError_t launched = cudaGetLastError();
  return launched != cudaSuccess ? launched : cudaStreamSynchronize(cudaStreamPerThread);
}

}  // namespace strandline::cuda
