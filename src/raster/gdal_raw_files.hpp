// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Whether files of bare pixels are as long as their headers say.
#pragma once

#include <gdal_priv.h>
#include <string>

namespace strandline::raster {

/// Throws FileError when a file of pixels as they are ends before the last of them, be it the dataset's own or one
/// that a mosaic is made of, in those formats where GDAL would make up zeros.
void check_raw_files(GDALDataset& dataset, const std::string& path);

}  // namespace strandline::raster
