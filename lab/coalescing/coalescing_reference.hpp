// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The sums that the kernel beyond L1 should write.
#pragma once

#include <cstdint>
#include <vector>

#include "coalescing/coalescing_pattern.hpp"

namespace strandline::lab {

/// Of each thread of so many warps.
std::vector<std::uint32_t> far_sums(const LoadPattern& pattern, std::int64_t chunks, std::int64_t window_chunks,
                                    std::int64_t warps);

}  // namespace strandline::lab
