// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Edges of a band in device memory.
#pragma once

#include <cuda_runtime_api.h>

#include <strandline/band.hpp>
#include <strandline/operation.hpp>

namespace strandline::cuda {

/// Enqueues on `stream`; trusts its arguments, which enqueue_band() and run_band() check.
void enqueue_edges(const EdgesOperation& operation, const Band& band, cudaStream_t stream);

/// Loads all kernels that enqueue_edges() may choose onto the current device.
void load_edges();

}  // namespace strandline::cuda
