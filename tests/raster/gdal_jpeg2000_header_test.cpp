// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What is read of a JPEG 2000 header, and that a claim of too many tiles is refused before a decoder believes it.
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <strandline/error.hpp>

#include "raster/jpeg2000_header.hpp"
#include "raster/temporary_folder.hpp"

namespace {

using namespace strandline;
using namespace strandline::raster;
using test::message_of;
using test::TemporaryFolder;
using test::write_file;

std::string big_endian(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(value >> 8 * i & 255);
  return text;
}

struct Stream {
  std::uint32_t cols = 3000;
  std::uint32_t rows = 2000;
  std::uint32_t tile_cols = 1024;
  std::uint32_t tile_rows = 512;
  std::string coding = std::string("\0\0\0\1\0\1\4\4\0\1", 10);  // one halving, code blocks of 64 x 64, no precincts
  std::size_t rest = 100'000;

  std::string text() const {
    const std::string siz = big_endian(0, 2) + big_endian(cols, 4) + big_endian(rows, 4) + big_endian(0, 8) +
                            big_endian(tile_cols, 4) + big_endian(tile_rows, 4) + big_endian(0, 8) + big_endian(1, 2) +
                            std::string("\7\1\1", 3);
    const auto segment = [](const char* marker, const std::string& body) {
      return std::string(marker, 2) + big_endian(static_cast<std::uint32_t>(body.size() + 2), 2) + body;
    };
    return "\xFF\x4F" + segment("\xFF\x51", siz) + segment("\xFF\x52", coding) + std::string("\xFF\x90", 2) +
           std::string(rest, '\0');
  }
};

Jpeg2000Header header_of(const Stream& stream) {
  const TemporaryFolder folder;
  return read_jpeg2000_header(write_file(folder / "a.j2k", stream.text()).string()).value();
}

TEST(Jpeg2000Header, TellsTilesAndTheirParts) {
  const Jpeg2000Header header = header_of({});
  EXPECT_EQ(header.tile_cols, 1024);
  EXPECT_EQ(header.tile_rows, 512);
  EXPECT_EQ(header.tiles, 3 * 4);
  EXPECT_EQ(header.components, 1);
  EXPECT_EQ(header.precincts, 2);
  EXPECT_EQ(header.code_blocks, 16 * 8 + 8 * 4);
}

TEST(Jpeg2000Header, ATileIsNoLargerThanThePicture) {
  const Jpeg2000Header header = header_of({.tile_cols = 1U << 31, .tile_rows = 5000});
  EXPECT_EQ(header.tile_cols, 3000);
  EXPECT_EQ(header.tile_rows, 2000);
  EXPECT_EQ(header.tiles, 1);
}

TEST(Jpeg2000Header, SmallPrecinctsAndCodeBlocksMakeLargeTables) {
  Stream small_blocks;
  small_blocks.coding[6] = small_blocks.coding[7] = 0;  // of 4 x 4
  EXPECT_GE(header_of(small_blocks).code_blocks, 256 * 128);
  Stream small_precincts;
  small_precincts.coding[0] = 1;
  small_precincts.coding += "\x33\x31";  // of 8 x 8, and of 2 columns and 8 rows
  const Jpeg2000Header header = header_of(small_precincts);
  EXPECT_EQ(header.precincts, 512 / 8 * 256 / 8 + 1024 / 2 * 512 / 8);
  EXPECT_GT(header.table_bytes(), 100 * header_of({}).table_bytes());
}

TEST(Jpeg2000Header, WhatIsNoneHasNone) {
  const TemporaryFolder folder;
  const std::string whole = Stream().text();
  EXPECT_FALSE(read_jpeg2000_header((folder / "missing.jp2").string()));
  for (const std::string& text : {std::string(), whole.substr(0, 30), "P5 " + whole, std::string(5000, '\xFF')}) {
    EXPECT_FALSE(read_jpeg2000_header(write_file(folder / "a.jp2", text).string()));
  }
}

TEST(Jpeg2000Header, EveryLengthIsTakenInStride) {
  const TemporaryFolder folder;
  const std::string whole = Stream().text();
  for (std::size_t length = 0; length < 80; ++length) {
    read_jpeg2000_header(write_file(folder / "a.j2k", whole.substr(0, length)).string());
  }
}

TEST(Jpeg2000Header, MoreTilesThanTheFileHasRoomForAreRefused) {
  const TemporaryFolder folder;
  const auto refusal = [&](const Stream& stream) {
    const std::string path = write_file(folder / "a.j2k", stream.text()).string();
    return message_of<FileError>([&] { check_jpeg2000_tiles(path); });
  };
  EXPECT_THAT(refusal({.tile_cols = 1, .tile_rows = 1000, .rest = 1000}), testing::HasSubstr("6000 tiles"));
  EXPECT_THAT(refusal({.tile_cols = 1, .tile_rows = 1, .rest = 1 << 20}), testing::HasSubstr("6000000 tiles"));
  EXPECT_NO_THROW(check_jpeg2000_tiles(write_file(folder / "b.j2k", Stream().text()).string()));
}

}  // namespace
