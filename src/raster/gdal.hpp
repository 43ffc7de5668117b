// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// All rasters but the Netpbm family, through GDAL. The only headers that know GDAL are private to gdal_*.cpp.
#pragma once

#include <filesystem>
#include <memory>

#include <strandline/raster.hpp>

namespace strandline::raster {

std::unique_ptr<RasterSource> open_gdal(const std::filesystem::path& path, const OpenOptions& options);

/// Whether GDAL has a writable raster driver for the extension (without dot, lower case).
bool is_gdal_extension(std::string_view lowercase_extension);

std::unique_ptr<RasterSink> create_gdal(const std::filesystem::path& path, const CreateOptions& options);

}  // namespace strandline::raster
