// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Opens a picture by GDAL, and says what to do about what can't be opened or read.
#pragma once

#include <string>

#include "raster/gdal_scope.hpp"

namespace strandline::raster {

/// Throws FileError when there is no picture under that name. `scope` is the caller's.
DatasetHandle open_picture(const std::string& path, const GdalScope& scope);

/// What the user should do when rows can't be read for that reason.
std::string advice_about_damage(GDALDataset& dataset, const std::string& path, const std::string& reason);

}  // namespace strandline::raster
