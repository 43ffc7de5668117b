// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Asks the driver for the context's number.
#include "cuda/runtime/context.hpp"

#include <cuda.h>

#include <strandline/error.hpp>

#include "cuda/runtime/driver_function.hpp"

namespace strandline::cuda {

ContextId current_context() {
  static const auto get_id = driver_function<decltype(&cuCtxGetId)>("cuCtxGetId");
  if (get_id == nullptr) throw DeviceError("the NVIDIA driver is older than CUDA 12.0, update the driver");
  ContextId id = 0;
  if (get_id(nullptr, &id) == CUDA_SUCCESS) return id;
  // The thread has no context yet, or its device was reset: any call of the runtime makes a new one.
  check(cudaFree(nullptr), "cudaFree");
  if (get_id(nullptr, &id) == CUDA_SUCCESS) return id;
  throw DeviceError(
      "the NVIDIA driver does not tell the current context, start the program again or choose backend cpu");
}

}  // namespace strandline::cuda
