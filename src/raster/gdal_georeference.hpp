// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Moves a georeference between a GDAL dataset and ours.
#pragma once

#include <gdal_priv.h>

#include <strandline/raster.hpp>

namespace strandline::raster {

/// x is the easting or longitude in what comes back, whatever axis order the CRS has.
Georeference read_georeference(GDALDataset& dataset);

/// Declares all of it; what the format can't hold, GDAL drops or reports to the caller's scope.
void write_georeference(GDALDataset& dataset, const Georeference& georeference);

}  // namespace strandline::raster
