// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Who may read and write a file that takes another one's place.
#pragma once

#include <filesystem>

namespace strandline::raster {

/// Gives `to` the mode of `from` and, as far as this process may, its owner and group. Never lets anybody read what
/// they could not read before. Does nothing where `from` is no regular file.
void copy_permissions(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace strandline::raster
