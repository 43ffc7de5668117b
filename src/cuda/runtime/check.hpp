// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Turns CUDA's status codes into exceptions.
#pragma once

#include <cuda_runtime_api.h>
#include <source_location>

namespace strandline::cuda {

/// The status of a call of ours. CUDA keeps the last error of a thread for whoever asks next: an error of ours is
/// cleared, since it is told otherwise, and one that the program's own calls left behind stays for the program.
inline cudaError_t own_status(cudaError_t status) {
  if (status != cudaSuccess) cudaGetLastError();
  return status;
}

/// Throws when the status of a call of ours is an error: OutOfMemory for cudaErrorMemoryAllocation, else DeviceError
/// with the error's name, CUDA's text, `what` (the call or the kernel) and the place.
void check(cudaError_t status, const char* what, std::source_location where = std::source_location::current());

/// After a launch by <<<>>>: throws when that of `kernel` was refused, or when an earlier error is still there. For
/// programs of our own; inside somebody else's, launch_kernel() tells the two apart.
inline void check_launch(const char* kernel, std::source_location where = std::source_location::current()) {
  check(cudaGetLastError(), kernel, where);
}

}  // namespace strandline::cuda
