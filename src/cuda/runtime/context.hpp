// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which context the calling thread's CUDA calls are for.
#pragma once

namespace strandline::cuda {

/// Differs between all contexts that there ever were in the process, also between those of a device before and after
/// cudaDeviceReset().
using ContextId = unsigned long long;

/// The calling thread's current context, made if there is none yet. Throws DeviceError where that fails.
ContextId current_context();

}  // namespace strandline::cuda
