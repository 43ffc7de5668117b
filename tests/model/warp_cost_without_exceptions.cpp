// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// That the cost model can be used where there are neither exceptions nor run-time types: this compiles.
#include <strandline/warp_cost.hpp>

namespace strandline {
namespace {

static_assert(shared_memory_cost(tile_column(32), 4).wavefronts == 32);
static_assert(global_memory_cost(stride(0, 4), 4).sectors == 4);
static_assert(constant_memory_cost(stride(0, 0), 4).distinct_addresses == 1);

}  // namespace

// At run time, too.
int wavefronts_of_stride(std::int64_t bytes);
int wavefronts_of_stride(std::int64_t bytes) { return shared_memory_cost(stride(0, bytes), 4).wavefronts; }

}  // namespace strandline
