// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// How many pixels of a result are edges, and how many unknown.
#pragma once

#include <cstdint>

#include <strandline/image_view.hpp>

namespace strandline::raster {

struct PixelCounts {
  std::int64_t edge = 0;
  std::int64_t unknown = 0;
};

/// `pixels` holds nothing but 0, kUnknown and kEdge.
PixelCounts count_pixels(ImageView<const std::uint8_t> pixels);

}  // namespace strandline::raster
