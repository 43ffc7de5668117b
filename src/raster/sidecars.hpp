// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The files beside a picture that GDAL takes for parts of it.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include <strandline/raster.hpp>

#include "raster/atomic_file.hpp"

namespace strandline::raster {

/// Whether GDAL would take a file called `name` for a part of a picture called `picture` in the same folder: its
/// metadata, overviews, mask, place or model of the camera. In any case, as GDAL compares the names in a folder.
bool is_sidecar_name(std::string_view name, std::string_view picture);

/// Those that are there, whether the picture is or not. Where it is a symbolic link, also those beside the file that
/// the link points to: GDAL looks beside the name by which it is asked.
std::vector<std::filesystem::path> sidecars_of(const std::filesystem::path& picture);

/// Commits the file of a picture and its metadata. With `overwrite`, the sidecars of the picture that it replaces go;
/// where its name is a symbolic link, the metadata is found by both names, or a warning says that it is not.
void commit_picture(AtomicFile& file, const CreateOptions& options);

}  // namespace strandline::raster
