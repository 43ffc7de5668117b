// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Runs an operation on a band in host memory, chunk by chunk through the calling thread's current device.
#pragma once

#include <strandline/backend.hpp>

namespace strandline::cuda {

/// As Backend::run(). Throws OutOfMemory when not one row with its halo fits in the memory allowed or to be had,
/// InvalidArgument for views in device memory, DeviceError.
void run_host_band(const Operation& operation, const Band& band, const RunOptions& options);

/// Whether the card can read or write all of a view's rows by itself, from page-locked memory.
bool is_page_locked(const AnyImageView& view);

}  // namespace strandline::cuda
