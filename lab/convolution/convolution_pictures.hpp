// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The picture that is built in, since an installed command has no folder of pictures beside it, the images that are
// made of it, and the pictures that are written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "convolution/convolution_model.hpp"

namespace strandline::lab {

inline constexpr int kBlueMarbleSide = 256;

/// Luma, kBlueMarbleSide rows and columns: the Mediterranean. From blue_marble_256x256.pgm.
std::span<const std::uint8_t> blue_marble_luma();

/// From 0 to 1. The picture beside its mirror images, so that there are no edges between them, as often as it takes.
std::vector<float> tiled_blue_marble(ImageSize size);

/// Makes the folder when it isn't there. Throws FileError, also when one of the pictures exists.
void prepare_convolution_pictures(const std::string& folder);

/// Writes convolution_blurred.pgm and convolution_edges.pgm, into a folder of their own that is removed again where
/// `folder` is empty, and reads the latter by the project's own reader. Returns those bytes. Throws FileError.
std::vector<std::uint8_t> edges_through_a_file(const std::string& folder, ImageSize size,
                                               std::span<const float> blurred, std::span<const std::uint8_t> edges);

}  // namespace strandline::lab
