// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The file on disk behind a name that GDAL reads, such as the archive of "/vsizip/a.zip/b.tif".
#pragma once

#include <filesystem>

namespace strandline::raster {

/// The name itself where it is no virtual one; empty where no file on disk is behind it. Knows the names that begin
/// with "/vsi", nested ones too: archives, compressed files and parts of files.
std::filesystem::path file_behind(const std::filesystem::path& name);

}  // namespace strandline::raster
