// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What is known about the card: whether it can run this build's kernels, and what it is.
#pragma once

#include <cuda_runtime_api.h>
#include <string>

namespace strandline::cuda {

/// Empty when the calling thread's current device runs the kernels of this build, else why not. Makes the device ready,
/// which takes some tenths of a second the first time. That the kernels run is remembered, that the device is well is
/// not.
std::string unusable_because();

/// After some errors, such as an illegal address, every call of the process on the current device returns that error
/// again, whoever caused it: that error, or cudaSuccess. Waits for nothing.
cudaError_t lasting_error();

/// Card, compute capability, memory, driver and CUDA versions of the current device, in one line.
std::string card_description();

/// Whether this process has already made the current device ready, by us or by others. Wakes nothing: a process that
/// has not used CUDA so far gets its answer without loading the driver.
bool is_ready();

}  // namespace strandline::cuda
