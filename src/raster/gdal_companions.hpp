// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The files beside a picture that GDAL reads with it: its mask and what its own format has no place for.
#pragma once

#include <string>

namespace strandline::raster {

/// Throws FileError for a companion that is there and can't be read. GDAL leaves it out and says nothing, and a picture
/// without its mask or its nodata value has edges that are none.
void check_companions(const std::string& path);

}  // namespace strandline::raster
