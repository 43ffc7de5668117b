// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Decides what tells which pixels of a GDAL dataset are nodata.
#pragma once

#include <gdal_priv.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "raster/gdal_pixels.hpp"
#include "raster/gdal_scope.hpp"

namespace strandline::raster {

/// A pixel is nodata where any of these says so, or the values and the palette in the PixelRules. GDAL's own mask of a
/// band honours one of them only. Everything lives as long as the dataset at most.
struct NodataChoice {
  /// A pixel is nodata where this band is 0: alpha, or what the user names in its place.
  std::optional<int> alpha;
  bool alpha_has_same_type = false;
  /// A pixel is nodata where any of these is 0.
  std::vector<GDALRasterBand*> masks;
  /// One of each colour: a pixel is nodata where all of these are 0.
  std::vector<GDALRasterBand*> colour_masks;

  bool needs_validity = false;  ///< some pixel can be nodata
  bool declared = false;        ///< the same, or a value is declared that no pixel can have
  std::string description;      ///< for people, such as "nodata value 0 and the file's mask"

  DatasetHandle mask_file;
  std::unique_ptr<GDALRasterBand> mask_of_joint_values;
};

/// `mask` is OpenOptions::mask. Puts declared values into the rules, and takes transparency from their palette where it
/// is not wanted.
NodataChoice choose_nodata(GDALDataset& dataset, const std::string& path, std::optional<int> mask,
                           const std::vector<int>& bands, PixelRules& rules);

/// The value that the band declares.
std::optional<double> nodata_of(GDALRasterBand& band);

}  // namespace strandline::raster
