// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What GDAL reads with a picture: its mask, in the file or beside it, and what its format has no place for.
#pragma once

#include <gdal_priv.h>
#include <string>

namespace strandline::raster {

/// Throws FileError for a companion that is there and can't be read. GDAL leaves it out and says nothing, and a picture
/// without its mask or its nodata value has edges that are none.
void check_companions(GDALDataset& dataset, const std::string& path);

}  // namespace strandline::raster
