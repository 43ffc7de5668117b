// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The pictures that lab run --pictures wants of the experiment convolution.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "convolution/convolution_layout.hpp"

namespace strandline::lab {

/// Makes the folder when it isn't there. Throws FileError, also when one of the pictures exists.
void prepare_convolution_pictures(const std::string& folder);

/// Writes convolution_blurred.pgm and convolution_edges.pgm into the folder. Throws FileError.
void write_convolution_pictures(const std::string& folder, ImageSize size, std::span<const float> blurred,
                                std::span<const std::uint8_t> edges);

}  // namespace strandline::lab
