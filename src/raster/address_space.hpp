// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Whether the process can have the memory that a run was planned with.
#pragma once

#include <strandline/stream.hpp>

namespace strandline::raster {

/// Throws OutOfMemory when the process can't get as many addresses as the plan and the stacks of the threads, ours and
/// GDAL's, may take, as under `ulimit -v`. Asked before anything is written: where a small allocation fails, GDAL ends
/// the process, or its threads leave out a block without a word.
void check_address_space(const BandPlan& plan, int threads);

}  // namespace strandline::raster
