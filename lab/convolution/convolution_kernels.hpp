// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The stages of the teaching pipeline on a card. Images are dense; each stage takes its input to be 0 outside the
// frame.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

#include "convolution/convolution_layout.hpp"

namespace strandline::lab {

/// Both begin at a multiple of 16 bytes.
void launch_copy(const float* input, float* output, std::int64_t count, cudaStream_t stream);

/// (1 4 6 4 1) / 16 each way.
void launch_blur_naive(const float* input, float* blurred, ImageSize size, cudaStream_t stream);
/// `pitch` is kDensePitch or kPaddedPitch.
void launch_blur_tiled(const float* input, float* blurred, ImageSize size, int pitch, cudaStream_t stream);
void launch_blur_separable(const float* input, float* blurred, ImageSize size, cudaStream_t stream);

/// The length of Sobel's pair.
void launch_sobel(const float* blurred, float* magnitude, ImageSize size, cudaStream_t stream);
/// 255 where the magnitude is above the threshold, else 0. Both begin at a multiple of 16 bytes.
void launch_threshold(const float* magnitude, std::uint8_t* edges, std::int64_t count, float threshold,
                      cudaStream_t stream);
/// The same bytes as launch_sobel() and launch_threshold() make.
void launch_sobel_threshold(const float* blurred, std::uint8_t* edges, ImageSize size, float threshold,
                            cudaStream_t stream);

}  // namespace strandline::lab
