// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Our own reader and writer of the Netpbm family: PGM, PPM and PFM.
#pragma once

#include <filesystem>
#include <memory>

#include <strandline/raster.hpp>

namespace strandline::raster {

/// Whether the file begins as a P5, P6, Pf or PF picture. Never reads from a pipe: a pipe is assumed to hold one.
bool looks_like_netpbm(const std::filesystem::path& path);

std::unique_ptr<RasterSource> open_netpbm(const std::filesystem::path& path, const OpenOptions& options);

/// Extensions .pgm and .pnm (u8, u16) and .pfm (f32).
bool is_netpbm_extension(std::string_view lowercase_extension);

std::unique_ptr<RasterSink> create_netpbm(const std::filesystem::path& path, const CreateOptions& options);

}  // namespace strandline::raster
