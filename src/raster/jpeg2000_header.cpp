// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the header of a JPEG 2000 file says of the memory that decoding takes.
#include "raster/jpeg2000_header.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include <strandline/error.hpp>

#include "raster/big_endian.hpp"
#include "raster/gdal_file_handle.hpp"
#include "raster/saturating.hpp"

namespace strandline::raster {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint16_t kSiz = 0xFF51;
constexpr std::uint16_t kCod = 0xFF52;
constexpr std::uint16_t kStartOfTilePart = 0xFF90;
constexpr std::int64_t kMostTiles = 65535;
/// A tile-part of a tile without content: its header (SOT) and SOD.
constexpr std::int64_t kLeastTileBytes = 14;

/// The code stream from its start, or nothing. JP2's boxes before it are short. Every picture passes by here, so that a
/// few bytes must do for all that are no JPEG 2000.
Bytes head_of_code_stream(VSILFILE* file) {
  constexpr std::size_t kSearched = 64 << 10;
  constexpr std::array<std::uint8_t, 4> kStart = {0xFF, 0x4F, 0xFF, 0x51};
  constexpr std::array<std::uint8_t, 8> kBoxes = {0, 0, 0, 12, 'j', 'P', ' ', ' '};
  Bytes head(kBoxes.size());
  if (VSIFReadL(head.data(), 1, head.size(), file) != head.size()) return {};
  const bool is_bare = std::equal(kStart.begin(), kStart.end(), head.begin());
  if (!is_bare && !std::equal(kBoxes.begin(), kBoxes.end(), head.begin())) return {};
  head.resize(kSearched);
  head.resize(kBoxes.size() + VSIFReadL(head.data() + kBoxes.size(), 1, kSearched - kBoxes.size(), file));
  return {std::search(head.begin(), head.end(), kStart.begin(), kStart.end()), head.end()};
}

/// The body of a marker segment in front of the first tile; empty where there is none.
Bytes segment_of(const Bytes& stream, std::uint16_t marker) {
  for (std::size_t at = 2; at + 4 <= stream.size();) {
    const std::int64_t found = big_endian(stream, at, 2);
    const auto length = static_cast<std::size_t>(big_endian(stream, at + 2, 2));
    if (found == kStartOfTilePart || length < 2 || at + 2 + length > stream.size()) return {};
    const auto body = stream.begin() + static_cast<std::ptrdiff_t>(at + 4);
    if (found == marker) return {body, body + static_cast<std::ptrdiff_t>(length - 2)};
    at += 2 + length;
  }
  return {};
}

bool read_tiles(const Bytes& siz, Jpeg2000Header& header) {
  if (siz.size() < 36) return false;
  const auto word = [&](std::size_t index) { return big_endian(siz, 2 + 4 * index, 4); };
  const std::int64_t cols = word(0) - word(2);
  const std::int64_t rows = word(1) - word(3);
  if (cols < 1 || rows < 1 || word(4) < 1 || word(5) < 1 || word(6) > word(2) || word(7) > word(3)) return false;
  header.tile_cols = std::min(word(4), cols);
  header.tile_rows = std::min(word(5), rows);
  header.tiles = saturating_product(divide_up(word(0) - word(6), word(4)), divide_up(word(1) - word(7), word(5)));
  header.components = big_endian(siz, 34, 2);
  return true;
}

/// Where the coding style isn't told, or not for all components, parts of 64 x 64 are taken.
void count_parts(const Bytes& cod, Jpeg2000Header& header) {
  constexpr std::size_t kFirstPrecinct = 10;
  constexpr int kLargestPrecinct = 15;
  constexpr int kUsualBlock = 6;
  const bool is_told = cod.size() >= kFirstPrecinct;
  const bool has_precincts = is_told && (cod[0] & 1) != 0;
  const int levels = is_told ? std::min<int>(cod[5], 32) : 0;
  const int block_width = is_told ? std::min<int>(cod[6] + 2, 10) : kUsualBlock;
  const int block_height = is_told ? std::min<int>(cod[7] + 2, 10) : kUsualBlock;
  for (int resolution = 0; resolution <= levels; ++resolution) {
    const int halvings = levels - resolution;
    const std::int64_t cols = divide_up(header.tile_cols, std::int64_t{1} << halvings);
    const std::int64_t rows = divide_up(header.tile_rows, std::int64_t{1} << halvings);
    const std::size_t at = kFirstPrecinct + static_cast<std::size_t>(resolution);
    const int precinct_width = has_precincts && at < cod.size() ? cod[at] & 15 : kLargestPrecinct;
    const int precinct_height = has_precincts && at < cod.size() ? cod[at] >> 4 : kLargestPrecinct;
    const auto pieces = [&](int width, int height) {
      return saturating_product(divide_up(cols, std::int64_t{1} << width), divide_up(rows, std::int64_t{1} << height));
    };
    header.precincts = saturating_sum(header.precincts, pieces(precinct_width, precinct_height));
    // Of the three sub-bands that this resolution adds, which have as many samples as three quarters of it.
    header.code_blocks = saturating_sum(
        header.code_blocks, pieces(std::min(block_width, precinct_width), std::min(block_height, precinct_height)));
  }
}

}  // namespace

// Measured with OpenJPEG 2.5 as it decodes pictures of 3000 to 14,000 squared, per tile, precinct and code block: 5.0,
// 1.7 and 0.4 to 0.6 KB.
std::int64_t Jpeg2000Header::table_bytes() const {
  constexpr std::int64_t kOfTile = 6000;
  constexpr std::int64_t kOfTilesComponent = 1200;
  constexpr std::int64_t kOfPrecinct = 1800;
  constexpr std::int64_t kOfCodeBlock = 480;
  const std::int64_t of_part =
      saturating_sum(saturating_product(precincts, kOfPrecinct), saturating_product(code_blocks, kOfCodeBlock));
  return saturating_sum(saturating_product(tiles, kOfTile + components * kOfTilesComponent),
                        saturating_product(components, of_part));
}

std::optional<Jpeg2000Header> read_jpeg2000_header(const std::string& path) {
  const FileHandle file(VSIFOpenL(path.c_str(), "rb"));
  if (!file) return std::nullopt;
  const Bytes stream = head_of_code_stream(file.get());
  Jpeg2000Header header;
  if (!read_tiles(segment_of(stream, kSiz), header)) return std::nullopt;
  count_parts(segment_of(stream, kCod), header);
  VSIFSeekL(file.get(), 0, SEEK_END);
  header.file_bytes = static_cast<std::int64_t>(VSIFTellL(file.get()));
  return header;
}

void check_jpeg2000_tiles(const std::string& path) {
  const auto header = read_jpeg2000_header(path);
  if (!header) return;
  const std::int64_t most = std::min(kMostTiles, header->file_bytes / kLeastTileBytes);
  if (header->tiles <= most) return;
  throw FileError(
      fmt::format("can't open '{}': its header claims {} tiles and the file has room for {} at most; "
                  "the file is truncated or corrupt, get it anew",
                  path, header->tiles, most));
}

}  // namespace strandline::raster
