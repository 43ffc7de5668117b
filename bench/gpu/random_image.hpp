// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// White noise and nodata made on the card, the same in every run.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

#include <strandline/pixel_type.hpp>

namespace strandline::bench {

/// Fills `pixels` with values evenly spread over all of the type's, for f32 over [0, 1). Cards draw less power, and
/// run faster, on zeros.
void enqueue_random_pixels(void* pixels, PixelType type, std::int64_t count, cudaStream_t stream);

/// Fills `valid` with 0, nodata, at one pixel in a thousand, and with other values elsewhere.
void enqueue_random_validity(std::uint8_t* valid, std::int64_t count, cudaStream_t stream);

}  // namespace strandline::bench
