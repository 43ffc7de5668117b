// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The one tag of a TIFF directory that GDAL neither tells nor writes: Orientation.
#pragma once

#include <cpl_vsi.h>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace strandline::raster {

/// Of the TIFF stream that begins at `base` in the file, as a whole file does at 0 and EXIF within others: of its
/// directory at `directory`, counted from the base, or of its first. 1, which is upright, where nothing valid is said.
int tiff_orientation(VSILFILE& file, std::uint64_t base, std::optional<std::uint64_t> directory = {});

/// A tag that any GDAL writes when it is asked to, so that a directory has room for Orientation in its place: the
/// description, as long as it is this one, which lies within its entry.
inline constexpr const char* kPlaceholderTag = "TIFFTAG_IMAGEDESCRIPTION";
inline constexpr const char* kPlaceholderValue = "-";

/// Turns the placeholder of the file's first directory into Orientation. Returns whether that is now written.
bool replace_placeholder_by_orientation(const std::filesystem::path& file, int orientation);

}  // namespace strandline::raster
