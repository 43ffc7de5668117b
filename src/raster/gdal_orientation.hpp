// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which way up viewers show a picture: the Orientation of TIFF and EXIF.
#pragma once

#include <gdal_priv.h>

namespace strandline::raster {

/// From 1, which is upright, to 8. Known for TIFF, JPEG, PNG and WebP.
int read_orientation(GDALDataset& dataset);

}  // namespace strandline::raster
