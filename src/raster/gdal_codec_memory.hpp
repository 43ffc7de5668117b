// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What a codec holds of a picture that it can't decode row by row.
#pragma once

#include <cstdint>
#include <gdal_priv.h>
#include <string>

namespace strandline::raster {

/// Bytes beyond the blocks that GDAL caches, those of a mosaic's pictures among them. Sizes saturate.
std::int64_t codec_memory(GDALDataset& dataset, const std::string& path);

/// A JPEG in several scans (progressive, or one scan a component): its coefficients, two bytes each, are all held.
/// 0 for one that is decoded row by row, and for what is no JPEG.
std::int64_t jpeg_coefficient_bytes(const std::string& path);

}  // namespace strandline::raster
