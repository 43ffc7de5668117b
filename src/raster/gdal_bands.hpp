// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Decides which bands of a GDAL dataset are read and how.
#pragma once

#include <gdal_priv.h>
#include <optional>
#include <string>
#include <vector>

#include <strandline/raster.hpp>

#include "raster/gdal_nodata.hpp"
#include "raster/gdal_pixels.hpp"

namespace strandline::raster {

struct BandChoice {
  PixelRules rules;
  std::vector<int> bands;  ///< one, or red, green and blue; from 1
  NodataChoice nodata;
  double full_scale = 255;
  std::string reading;  ///< for people, such as "luma of bands 1, 2, 3"
};

/// Throws InvalidArgument when the file leaves it open which band is meant, or has no such band; Unsupported for
/// complex pixels.
BandChoice choose_bands(GDALDataset& dataset, const std::string& path, const OpenOptions& options);

/// The first band of that meaning.
std::optional<int> find_band(GDALDataset& dataset, GDALColorInterp meaning);

/// The bands' own type, such as "Int16".
std::string stored_type(GDALRasterBand& band);

/// One line a band, such as "1: UInt16, Red, nodata 0".
std::vector<std::string> describe_bands(GDALDataset& dataset);

}  // namespace strandline::raster
