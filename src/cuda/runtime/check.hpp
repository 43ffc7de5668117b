// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Turns CUDA's status codes into exceptions.
#pragma once

#include <cuda_runtime_api.h>
#include <source_location>

namespace strandline::cuda {

/// Throws when `status` is an error: OutOfMemory for cudaErrorMemoryAllocation, else DeviceError with the error's name,
/// CUDA's text, `what` (the call or the kernel) and the place. Clears the error, so that a later call doesn't find it.
void check(cudaError_t status, const char* what, std::source_location where = std::source_location::current());

/// After a launch: throws when the launch of `kernel` was refused.
inline void check_launch(const char* kernel, std::source_location where = std::source_location::current()) {
  check(cudaGetLastError(), kernel, where);
}

}  // namespace strandline::cuda
