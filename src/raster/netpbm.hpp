// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Our own reader and writer of the Netpbm family: PGM, PPM and PFM.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include <strandline/raster.hpp>

namespace strandline::raster {

/// Whether the file begins as a picture of the Netpbm family, or is a pipe: a pipe, which is not read from here, is
/// assumed to hold one. Throws FileError when it can't be opened or read.
bool looks_like_netpbm(const std::filesystem::path& path);

/// Opens a binary PGM (P5), PPM (P6) or PFM (Pf, PF). A pipe is read once, from top to bottom.
/// Colour becomes luma: (77 R + 150 G + 29 B + 128) >> 8 in integers, fma(29, B, fma(150, G, 77 R)) / 256 in f32.
std::unique_ptr<RasterSource> open_netpbm(const std::filesystem::path& path, const OpenOptions& options);

/// The path's extension without its dot, in lower case; empty where it has none.
std::string lowercase_extension(const std::filesystem::path& path);

/// Extensions .pgm and .pnm (u8, u16) and .pfm (f32).
bool is_netpbm_extension(std::string_view lowercase_extension);

std::unique_ptr<RasterSink> create_netpbm(const std::filesystem::path& path, const CreateOptions& options);

}  // namespace strandline::raster
