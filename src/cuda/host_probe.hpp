// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What is known about the card: whether it can run this build's kernels, and what it is.
#pragma once

#include <string>

namespace strandline::cuda {

/// Empty when the calling thread's current device runs the kernels of this build, else why not. Makes the device ready,
/// which takes some tenths of a second the first time. Asked again after a failure, remembered after a success.
std::string unusable_because();

/// Card, compute capability, memory, driver and CUDA versions of the current device, in one line.
std::string card_description();

/// Whether this process has already made the current device ready, by us or by others. Wakes nothing: a process that
/// has not used CUDA so far gets its answer without loading the driver.
bool is_ready();

}  // namespace strandline::cuda
