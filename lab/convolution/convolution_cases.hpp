// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The images that the stages are tried on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "convolution/convolution_layout.hpp"

namespace strandline::lab {

struct ConvolutionCase {
  std::string name;
  ImageSize size;
  std::vector<float> image;  ///< (rows, cols), from 0 to 1
};

/// Neither side is a multiple of a tile's.
ConvolutionCase odd_sides_case();

/// Where impulse_case() has its 1: around a corner of tiles, so that four blocks make the 25 pixels.
inline constexpr int kImpulseRow = kTileSide;
inline constexpr int kImpulseCol = 2 * kTileSide - 1;
inline constexpr std::string_view kImpulseCase = "impulse";
ConvolutionCase impulse_case();

inline constexpr std::string_view kBlueMarbleCase = "Blue Marble";
ConvolutionCase blue_marble_case();

/// Pseudo-random, the one that is timed.
ConvolutionCase random_case(ImageSize size);

}  // namespace strandline::lab
