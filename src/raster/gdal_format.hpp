// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which GDAL driver writes a file, and what its format can and can't hold.
#pragma once

#include <filesystem>
#include <gdal_priv.h>
#include <string_view>

#include <strandline/raster.hpp>

#include "raster/gdal_georeference_parts.hpp"

namespace strandline::raster {

/// The driver that writes files of this extension (lower case, without dot); null if there is none.
GDALDriver* find_writer(std::string_view extension);

bool is_geotiff(GDALDriver& driver);

/// What becomes of a picture in a format, found out by writing a small one.
struct FormatTrial {
  bool exact = true;
  bool keeps_nodata = true;
  /// What its driver is to be told: of the options' georeference and orientation all but what it would turn into
  /// something else.
  Georeference georeference;
  int orientation = 1;
  /// What is missing in the end, though an .aux.xml lies beside the file where that helps.
  GeoreferenceParts lost;
  /// The format makes up a georeference of its own and prefers it to what lies beside it.
  bool is_elsewhere = false;
};

/// Writes a small picture of the options' pixel type and georeference to a folder of its own and reads it back.
/// Throws Unsupported when the format can't hold such a picture, spreads it over several files, or puts it elsewhere on
/// the Earth.
FormatTrial try_format(GDALDriver& driver, const std::filesystem::path& path, const CreateOptions& options);

/// Copies `source` into the file by the driver, with the options that lose least. Empty on failure, with the reason in
/// the caller's scope.
GDALDataset* copy_into(GDALDriver& driver, const std::filesystem::path& file, GDALDataset& source,
                       const std::stop_token& stop);

/// Throws Unsupported when a picture of that size is too large for the format.
void check_size(GDALDriver& driver, const std::filesystem::path& path, const CreateOptions& options);

}  // namespace strandline::raster
