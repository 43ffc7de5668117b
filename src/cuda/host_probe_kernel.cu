// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// A kernel that does nothing, compiled for the same cards as those that do.
#include <cuda_runtime.h>

#include "cuda/host_probe_kernel.hpp"
#include "cuda/runtime/check.hpp"

namespace strandline::cuda {
namespace {

__global__ void probe_kernel() {}

}  // namespace

cudaError_t run_probe_kernel() {
  const cudaError_t launched = cudaLaunchKernel(probe_kernel, dim3(1), dim3(1), nullptr, 0, cudaStreamPerThread);
  return own_status(launched != cudaSuccess ? launched : cudaStreamSynchronize(cudaStreamPerThread));
}

}  // namespace strandline::cuda
