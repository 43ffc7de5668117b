// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Launches kernels inside a program that makes CUDA calls of its own.
#pragma once

#include <cuda_runtime.h>
#include <utility>

#include "cuda/runtime/check.hpp"

namespace strandline::cuda {

struct Grid {
  dim3 blocks;
  int threads;
};

/// Enqueues a kernel. Throws when this launch was refused: its own status is asked for, not the thread's last error,
/// which may be of an earlier call of the program.
template <class... Parameters, class... Arguments>
void launch_kernel(const char* name, void (*kernel)(Parameters...), const Grid& grid, cudaStream_t stream,
                   Arguments&&... arguments) {
  cudaLaunchConfig_t config = {};
  config.gridDim = grid.blocks;
  config.blockDim = dim3(static_cast<unsigned>(grid.threads));
  config.stream = stream;
  check(cudaLaunchKernelEx(&config, kernel, std::forward<Arguments>(arguments)...), name);
}

/// Loads a kernel onto the current device, which its first launch would do otherwise. May wait for the device.
template <class... Parameters>
void load_kernel(const char* name, void (*kernel)(Parameters...)) {
  cudaFuncAttributes attributes = {};
  check(cudaFuncGetAttributes(&attributes, kernel), name);
}

}  // namespace strandline::cuda
