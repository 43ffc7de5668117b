// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// How long a netCDF file of the classic format must be.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace strandline::raster {

/// The first byte past all variables, by the header of a file that begins with CDF (the classic format, of versions 1,
/// 2 and 5); empty for other files and where the header doesn't say. GDAL makes up what lies behind the end of such a
/// file.
std::optional<std::int64_t> netcdf_classic_length(const std::string& path);

}  // namespace strandline::raster
