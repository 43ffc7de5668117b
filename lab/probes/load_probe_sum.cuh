// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The words of an element that was loaded, added modulo 2^32.
#pragma once

#include <cstdint>

namespace strandline::lab {

__device__ inline std::uint32_t sum_of(std::uint32_t word) { return word; }
__device__ inline std::uint32_t sum_of(uint2 words) { return words.x + words.y; }
__device__ inline std::uint32_t sum_of(uint4 words) { return words.x + words.y + (words.z + words.w); }

}  // namespace strandline::lab
