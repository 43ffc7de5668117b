// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Keeps beside a picture, in GDAL's .aux.xml, what of its georeference its format can't hold.
#pragma once

#include <filesystem>

#include <strandline/raster.hpp>

#include "raster/gdal_georeference_parts.hpp"

namespace strandline::raster {

/// What a complete file says, with the .aux.xml beside it if there is one.
Georeference read_back_georeference(const std::filesystem::path& file);

/// Reads the file back and declares the parts of the options' georeference that it lacks in an .aux.xml beside it, if
/// it lacks any. Returns what is missing nevertheless, orientation included.
GeoreferenceParts keep_missing_parts_beside(const std::filesystem::path& file, const CreateOptions& wanted);

}  // namespace strandline::raster
