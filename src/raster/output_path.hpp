// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which paths are refused as outputs before any work is done.
#pragma once

#include <filesystem>

namespace strandline::raster {

/// What check_output_path() checks but for the input: that a picture can be made under that name and that nothing is
/// in the way.
void check_target(const std::filesystem::path& path, bool overwrite);

}  // namespace strandline::raster
