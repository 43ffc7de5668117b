// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Moves a georeference between a GDAL dataset and ours.
#pragma once

#include <cpl_string.h>
#include <gdal_priv.h>

#include <strandline/raster.hpp>

namespace strandline::raster {

/// x is the easting or longitude in what comes back, whatever axis order the CRS has.
Georeference read_georeference(GDALDataset& dataset);

/// Declares what a format can be asked to hold; what it drops, only reading it back tells.
void write_georeference(GDALDataset& dataset, const Georeference& georeference);

/// For GDAL's setters, which copy it: x is the easting or longitude. Null if there is none.
std::unique_ptr<OGRSpatialReference> to_gdal(const CoordinateSystem& crs);

/// GDAL copies the strings, which are the points' own, when the points are set.
std::vector<GDAL_GCP> to_gdal(const std::vector<GroundControlPoint>& points);

CPLStringList to_gdal(const std::map<std::string, std::string>& items);

}  // namespace strandline::raster
