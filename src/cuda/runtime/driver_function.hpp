// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Functions of the driver, which are asked for and not linked to: the library must load where there is no driver.
#pragma once

#include <cuda_runtime_api.h>

#include "cuda/runtime/check.hpp"

namespace strandline::cuda {

/// The driver's function of that name, as of CUDA 12.0; null where the driver lacks it.
template <class Function>
Function driver_function(const char* name) {
  constexpr unsigned kSinceCuda12 = 12000;
  void* function = nullptr;
  cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
  const cudaError_t error =
      own_status(cudaGetDriverEntryPointByVersion(name, &function, kSinceCuda12, cudaEnableDefault, &result));
  const bool is_there = error == cudaSuccess && result == cudaDriverEntryPointSuccess;
  return is_there ? reinterpret_cast<Function>(function) : nullptr;
}

}  // namespace strandline::cuda
