// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the first bytes of a PGM, PPM or PFM file say about the rest.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <strandline/pixel_type.hpp>

namespace strandline::raster {

/// A header, comments included, that is longer than this is no header.
inline constexpr std::size_t kMaxNetpbmHeaderBytes = std::size_t{64} << 10;

struct NetpbmHeader {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  int channels = 1;  ///< 1 or 3, interleaved
  PixelType pixel_type = PixelType::u8;
  std::int64_t maxval = 255;  ///< 1 for PFM, which has none
  std::endian byte_order = std::endian::big;
  bool is_bottom_up = false;
  std::int64_t header_bytes = 0;
  std::int64_t row_bytes = 0;
  std::int64_t raster_bytes = 0;  ///< header_bytes + raster_bytes does not overflow

  std::int64_t sample_bytes() const { return bytes_per_pixel(pixel_type); }
  std::int64_t file_bytes() const { return header_bytes + raster_bytes; }
};

/// The two of the magic number, and one that must be white space or begin a comment.
inline constexpr std::size_t kNetpbmMagicBytes = 3;

/// Whether a file that begins so is of the Netpbm family, be it one that we can read or not.
bool has_netpbm_magic(std::span<const std::byte> first_bytes);

/// Parses a header; nothing when it goes on past the end of `first_bytes`. `name` stands in messages.
/// Throws FileError when it is corrupt, Unsupported for P1 to P4 and P7.
std::optional<NetpbmHeader> parse_netpbm_header(std::span<const std::byte> first_bytes, std::string_view name);

/// Turns samples of 1, 2 or 4 bytes from this machine's byte order into `order`, or back.
void convert_byte_order(std::span<std::byte> samples, std::int64_t sample_bytes, std::endian order);

}  // namespace strandline::raster
