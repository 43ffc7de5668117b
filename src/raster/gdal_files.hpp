// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Every file that a dataset is read from.
#pragma once

#include <filesystem>
#include <gdal_priv.h>
#include <vector>

namespace strandline::raster {

/// As GDAL lists them, with the files of those that are virtual rasters themselves: GDAL lists a mosaic's parts, but
/// not the parts of a part.
std::vector<std::filesystem::path> files_of(GDALDataset& dataset);

}  // namespace strandline::raster
