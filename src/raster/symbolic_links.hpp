// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Where a path leads: its folder, and what is behind its symbolic links.
#pragma once

#include <filesystem>

namespace strandline::raster {

/// "." where the path names none.
std::filesystem::path folder_of(const std::filesystem::path& path);

/// Follows the last component only, and also where nothing lies at the end: std::filesystem::canonical can't. Throws
/// FileError for a loop of links.
std::filesystem::path behind_symbolic_links(std::filesystem::path path);

}  // namespace strandline::raster
