// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the header of a JPEG 2000 file says of the memory that decoding takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace strandline::raster {

/// Sizes saturate.
struct Jpeg2000Header {
  std::int64_t tile_cols = 0;  ///< of a tile that lies wholly in the picture
  std::int64_t tile_rows = 0;
  std::int64_t tiles = 0;
  std::int64_t components = 0;
  std::int64_t precincts = 0;    ///< of one component of one tile, in all resolutions
  std::int64_t code_blocks = 0;  ///< the same
  std::int64_t file_bytes = 0;

  /// What a decoder keeps tables of, before it decodes a pixel: of all tiles, and of the parts of one.
  std::int64_t table_bytes() const;
};

/// Nothing where the file can't be read, is none or has no such header. The marker segments SIZ and COD are read
/// (ISO/IEC 15444-1, A.5.1 and A.6.1).
std::optional<Jpeg2000Header> read_jpeg2000_header(const std::string& path);

/// Throws FileError for a file that claims more tiles than the standard allows, or than it has room for: a decoder
/// would fill memory with tables of them.
void check_jpeg2000_tiles(const std::string& path);

}  // namespace strandline::raster
