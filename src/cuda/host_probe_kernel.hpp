// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The smallest kernel, to learn whether the card runs what this build was compiled for.
#pragma once

#include <cuda_runtime_api.h>

namespace strandline::cuda {

/// Runs it on the current device and waits for it.
cudaError_t run_probe_kernel();

}  // namespace strandline::cuda
