// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Decides which bands of a GDAL dataset are read and how.
#pragma once

#include <gdal_priv.h>
#include <optional>
#include <string>
#include <vector>

#include "raster/gdal_pixels.hpp"

namespace strandline::raster {

struct BandChoice {
  PixelRules rules;
  std::vector<int> bands;  ///< one, or red, green and blue; from 1
  std::optional<int> alpha;
  bool alpha_has_same_type = false;
  /// One for all bands, or one a band. They belong to the dataset.
  std::vector<GDALRasterBand*> masks;
  double full_scale = 255;
  std::string reading;  ///< for people, such as "luma of bands 1, 2, 3"

  bool declares_value = false;  ///< a nodata value, maybe one that no pixel can have

  /// Whether some pixel can be nodata.
  bool needs_validity() const;
  bool declares_nodata() const { return declares_value || needs_validity(); }
};

/// `band` is the one that the user asks for, from 1.
/// Throws InvalidArgument when the file leaves it open which band is meant, or has no such band; Unsupported for
/// complex pixels.
BandChoice choose_bands(GDALDataset& dataset, const std::string& path, std::optional<int> band);

/// The bands' own type, such as "Int16".
std::string stored_type(GDALRasterBand& band);

/// One line a band, such as "1: UInt16, Red, nodata 0".
std::vector<std::string> describe_bands(GDALDataset& dataset);

}  // namespace strandline::raster
