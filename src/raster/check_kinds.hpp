// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Refuses integers that name none of an enumeration's values: other languages pass them as they come.
#pragma once

#include <strandline/border.hpp>
#include <strandline/pixel_type.hpp>
#include <strandline/raster.hpp>

namespace strandline::raster {

/// Each throws InvalidArgument with the value.
void check_kind(Border border);
void check_kind(PixelType pixel_type);
void check_kind(Compression compression);

}  // namespace strandline::raster
