// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Work that can't be done faster than memory allows: what moves the same bytes a pixel as edges do, and little else.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strandline::bench {

/// memcpy of `bytes`, by `threads` threads of oneTBB; for one thread it is one call.
void copy_bytes(const std::byte* input, std::byte* output, std::int64_t bytes, int threads);

/// output[i] = input[i] > limit ? 255 : 0, in the widest vectors that the machine has. Reads and writes exactly what
/// edges must: each input pixel once, and a byte a pixel.
template <class T>
void threshold_pixels(const T* input, std::uint8_t* output, std::int64_t pixels, T limit, int threads);

extern template void threshold_pixels(const std::uint8_t*, std::uint8_t*, std::int64_t, std::uint8_t, int);
extern template void threshold_pixels(const std::uint16_t*, std::uint8_t*, std::int64_t, std::uint16_t, int);
extern template void threshold_pixels(const float*, std::uint8_t*, std::int64_t, float, int);

}  // namespace strandline::bench
