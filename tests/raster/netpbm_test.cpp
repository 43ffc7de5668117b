// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tests of the Netpbm reader on files, against bytes put together by hand.
#include "raster/netpbm.hpp"

#include <array>
#include <cmath>
#include <limits>

#include <strandline/error.hpp>

#include "netpbm_picture.hpp"
#include "raster/netpbm_header.hpp"
#include "temporary_folder.hpp"

namespace strandline::raster {
namespace {

using namespace std::string_literals;
using test::bytes_of;
using test::expect_contains;
using test::expect_rows;
using test::float_picture;
using test::gray_picture;
using test::kAllRows;
using test::message_of;
using test::Picture;
using test::Rows;
using test::StridedImage;
using test::TemporaryFolder;
using test::write_file;
using Names = std::vector<std::string>;

class Netpbm : public testing::Test {
 protected:
  std::unique_ptr<RasterSource> open(std::string_view bytes, std::optional<int> band = {}) {
    return open_netpbm(write_file(folder_ / "in", bytes), {band});
  }

  /// All pixels of a small picture, as doubles.
  std::vector<double> pixels_of(std::string_view bytes, std::optional<int> band = {}) {
    const auto source = open(bytes, band);
    const RasterInfo& info = source->info();
    StridedImage image(info.pixel_type, info.rows, info.cols, {});
    source->read(0, image.view(), {});
    std::vector<double> pixels;
    visit_pixel_type(info.pixel_type, [&]<class T>(T pixel) {
      for (std::int64_t i = 0; i < info.rows * info.cols; ++i) {
        std::memcpy(&pixel, image.bytes().data() + i * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
        pixels.push_back(static_cast<double>(pixel));
      }
    });
    return pixels;
  }

  TemporaryFolder folder_;
};

TEST_F(Netpbm, InfoOfGray) {
  const auto source = open(gray_picture(4, 7, 1000).file);
  const RasterInfo& info = source->info();
  EXPECT_EQ(info.rows, 4);
  EXPECT_EQ(info.cols, 7);
  EXPECT_EQ(info.pixel_type, PixelType::u16);
  EXPECT_EQ(info.full_scale, 1000);
  EXPECT_FALSE(info.has_valid);
  EXPECT_FALSE(info.declares_nodata);
  EXPECT_TRUE(info.georeference.empty());
  EXPECT_EQ(info.format, "PGM");
  EXPECT_EQ(info.stored_type, "UInt16");
  EXPECT_EQ(info.reading, "gray");
  EXPECT_EQ(info.band_names, Names{"1: UInt16, Gray"});
  EXPECT_EQ(info.block_rows, 1);
  EXPECT_EQ(info.block_row_bytes, 14);
  EXPECT_EQ(info.codec_bytes, 1 << 20);
}

TEST_F(Netpbm, InfoOfColourAndFloat) {
  const std::string colour = "P6 1 1 255 abc";
  const RasterInfo luma = open(colour)->info();
  EXPECT_EQ(luma.format, "PPM");
  EXPECT_EQ(luma.stored_type, "UInt8");
  EXPECT_EQ(luma.reading, "luma of bands 1, 2, 3");
  EXPECT_EQ(luma.band_names, (Names{"1: UInt8, Red", "2: UInt8, Green", "3: UInt8, Blue"}));
  EXPECT_EQ(luma.block_row_bytes, 3);
  EXPECT_EQ(open(colour, 2)->info().reading, "band 2");
  const RasterInfo pfm = open(float_picture(2, 2, std::endian::little).file)->info();
  EXPECT_EQ(pfm.format, "PFM");
  EXPECT_EQ(pfm.stored_type, "Float32");
  EXPECT_EQ(pfm.full_scale, 1);
}

TEST_F(Netpbm, BandsOutOfRangeListThoseThereAre) {
  for (const int band : {0, -1, 4}) {
    const std::string message = message_of<InvalidArgument>([&] { open("P6 1 1 255 abc", band); });
    expect_contains(message, fmt::format("no band {}", band));
    expect_contains(message, "\"1: UInt8, Red\" \"2: UInt8, Green\" \"3: UInt8, Blue\"");
  }
  expect_contains(message_of<InvalidArgument>([&] { open("P5 1 1 255 a", 2); }), "\"1: UInt8, Gray\"");
  EXPECT_EQ(pixels_of("P5 1 1 255 a", 1), std::vector<double>{'a'});
}

TEST_F(Netpbm, AllSizesCutsAndStrides) {
  for (std::int64_t rows = 1; rows <= 5; ++rows) {
    for (std::int64_t cols = 1; cols <= 9; ++cols) {
      for (const Picture& picture :
           {gray_picture(rows, cols, 255), gray_picture(rows, cols, 100), gray_picture(rows, cols, 65535),
            gray_picture(rows, cols, 300), float_picture(rows, cols, std::endian::little),
            float_picture(rows, cols, std::endian::big)}) {
        const auto source = open(picture.file);
        for (const Rows& layout : kAllRows) {
          for (std::int64_t first = 0; first <= rows; ++first)
            for (std::int64_t count = 0; first + count <= rows; ++count)
              expect_rows(*source, picture, first, count, layout);
        }
      }
    }
  }
}

TEST_F(Netpbm, PicturesLargerThanTheScratch) {
  for (const Picture& picture :
       {gray_picture(1500, 2003, 255), gray_picture(3, 1048577, 200), gray_picture(2, 1200000, 65535),
        float_picture(700, 1001, std::endian::big), float_picture(3, 600001, std::endian::little)}) {
    const auto source = open(picture.file);
    expect_rows(*source, picture, 0, picture.rows);
    expect_rows(*source, picture, 1, picture.rows - 1, {7, true, 1});
  }
}

TEST_F(Netpbm, SixteenBitsAreBigEndian) {
  EXPECT_EQ(pixels_of("P5 2 1 65535\n\x01\x02\xff\x00"s), (std::vector<double>{0x0102, 0xff00}));
}

TEST_F(Netpbm, SamplesAboveTheMaxvalAreCorrupt) {
  const auto message = [&](std::string_view bytes, std::int64_t first, std::int64_t rows) {
    const auto source = open(bytes);
    StridedImage image(source->info().pixel_type, rows, source->info().cols, {});
    return message_of<FileError>([&] { source->read(first, image.view(), {}); });
  };
  expect_contains(message("P5 3 2 100\ndddded", 0, 2), "the sample 101 at row 1, col 1 exceeds its maxval 100");
  expect_contains(message("P5 3 2 100\ndddded", 1, 1), "row 1, col 1");
  expect_contains(message("P6 2 2 100\nddddddddddde", 0, 2), "row 1, col 1");
  expect_contains(message("P5 1 2 256\n\x01\x00\x01\x01"s, 0, 2), "the sample 257 at row 1, col 0");
  expect_contains(message("P5 2000000 1 100\n" + std::string(1999998, 'd') + "ed", 0, 1), "row 0, col 1999998");
  EXPECT_EQ(pixels_of("P5 1 1 100\nd"), std::vector<double>{100});
}

TEST_F(Netpbm, ColourBecomesLumaOrOneBand) {
  std::string bytes;
  std::string wide_bytes;
  std::vector<double> luma;
  std::vector<double> wide_luma;
  std::mt19937 random(7);
  for (int i = 0; i < 1000; ++i) {
    std::array<std::uint64_t, 3> wide = {random() % 65536, random() % 65536, random() % 65536};
    if (i == 0) wide = {65535, 65535, 65535};
    for (const std::uint64_t sample : wide) {
      bytes += static_cast<char>(sample >> 8);
      wide_bytes += bytes_of(static_cast<std::uint16_t>(sample), std::endian::big);
    }
    luma.push_back(static_cast<double>((77 * (wide[0] >> 8) + 150 * (wide[1] >> 8) + 29 * (wide[2] >> 8) + 128) / 256));
    wide_luma.push_back(static_cast<double>((77 * wide[0] + 150 * wide[1] + 29 * wide[2] + 128) / 256));
  }
  EXPECT_EQ(luma[0], 255);
  EXPECT_EQ(pixels_of("P6 50 20 255\n" + bytes), luma);
  EXPECT_EQ(pixels_of("P6 50 20 65535\n" + wide_bytes), wide_luma);
  for (const int band : {1, 2, 3})
    EXPECT_EQ(pixels_of("P6 1 2 255\nRGBrgb", band),
              (std::vector<double>{"RGB"[band - 1] * 1.0, "rgb"[band - 1] * 1.0}));
}

TEST_F(Netpbm, FloatColourBecomesLumaByFusedSteps) {
  std::mt19937 random(8);
  std::uniform_real_distribution<float> uniform(-1000, 1000);
  std::string bytes = "PF 100 1 -1\n";
  std::vector<double> luma;
  std::vector<double> green;
  for (int i = 0; i < 100; ++i) {
    const std::array<float, 3> rgb = {uniform(random), uniform(random), uniform(random)};
    for (const float sample : rgb) bytes += bytes_of(sample, std::endian::little);
    luma.push_back(std::fma(29.0F, rgb[2], std::fma(150.0F, rgb[1], 77.0F * rgb[0])) / 256.0F);
    green.push_back(rgb[1]);
  }
  EXPECT_EQ(pixels_of(bytes), luma);
  EXPECT_EQ(pixels_of(bytes, 2), green);
}

TEST_F(Netpbm, PfmRowsTurnOverAndKeepWhatIsNotFinite) {
  const float infinity = std::numeric_limits<float>::infinity();
  const auto pixels = pixels_of("Pf 1 4 -1\n" + bytes_of(std::nanf(""), std::endian::little) +
                                bytes_of(-infinity, std::endian::little) + bytes_of(infinity, std::endian::little) +
                                bytes_of(1.5F, std::endian::little));
  EXPECT_EQ(pixels[0], 1.5);
  EXPECT_EQ(pixels[1], infinity);
  EXPECT_EQ(pixels[2], -infinity);
  EXPECT_TRUE(std::isnan(pixels[3]));
}

TEST_F(Netpbm, EveryTruncationIsFoundAtOpen) {
  for (const Picture& picture :
       {gray_picture(3, 4, 255), gray_picture(3, 4, 999), float_picture(3, 4, std::endian::big)}) {
    for (std::size_t length = 0; length < picture.file.size(); ++length) {
      const std::string message = message_of<FileError>([&] { open(picture.file.substr(0, length)); });
      expect_contains(message, "is truncated");
      expect_contains(message, fmt::format("{}", length));
      if (parse_netpbm_header(std::as_bytes(std::span(picture.file).first(length)), ""))
        expect_contains(message, fmt::format("take {} bytes and {} are present", picture.file.size(), length));
    }
  }
}

TEST_F(Netpbm, EnormousClaimsAreRefusedBeforeAnythingIsAllocated) {
  const std::string message = message_of<FileError>([&] { open("P6 1000000000 1000000000 65535\nabc"); });
  expect_contains(message, "take 6000000000000000031 bytes and 34 are present");
}

TEST_F(Netpbm, HeaderWithoutAnEndIsCorrupt) {
  const std::string longest = "P5 #" + std::string(kMaxNetpbmHeaderBytes - 13, 'c') + "\n1 1 255 ";
  EXPECT_EQ(pixels_of(longest + "a"), std::vector<double>{'a'});
  expect_contains(message_of<FileError>([&] { open("P5 " + longest.substr(2) + "a"); }), "does not end within 65536");
}

TEST_F(Netpbm, WhatFollowsThePictureIsIgnored) {
  EXPECT_EQ(pixels_of("P5 1 2 255 abP5 1 1 255 c"), (std::vector<double>{'a', 'b'}));
}

TEST_F(Netpbm, FileThatShrinksMeanwhileIsAnError) {
  const Picture picture = gray_picture(100, 100, 255);
  const auto source = open(picture.file);
  expect_rows(*source, picture, 0, 10);
  std::filesystem::resize_file(folder_ / "in", 1500);
  StridedImage image(PixelType::u8, 10, 100, {});
  expect_contains(message_of<FileError>([&] { source->read(10, image.view(), {}); }), "1500 are present");
}

TEST_F(Netpbm, RequestsOutsideThePictureAreRefused) {
  const auto source = open(gray_picture(4, 5, 255).file);
  const auto refused = [&](PixelType type, std::int64_t first, std::int64_t rows, std::int64_t cols) {
    StridedImage image(type, rows, cols, {});
    expect_contains(message_of<InvalidArgument>([&] { source->read(first, image.view(), {}); }),
                    "4 rows x 5 cols of u8");
  };
  refused(PixelType::u16, 0, 1, 5);
  refused(PixelType::u8, 0, 1, 4);
  refused(PixelType::u8, 0, 5, 5);
  refused(PixelType::u8, 4, 1, 5);
  refused(PixelType::u8, -1, 1, 5);
}

TEST_F(Netpbm, MissingFileIsAnError) {
  expect_contains(message_of<FileError>([&] { open_netpbm(folder_ / "none", {}); }), "No such file");
  expect_contains(message_of<FileError>([&] { open_netpbm(folder_.path(), {}); }), "Is a directory");
}

TEST_F(Netpbm, LooksAtTheMagicNumber) {
  for (const char* bytes : {"P1\n", "P2 ", "P3\t", "P4\r", "P5#", "P6\n", "P7\n", "Pf\n", "PF\n"})
    EXPECT_TRUE(looks_like_netpbm(write_file(folder_ / "in", bytes))) << bytes;
  for (const char* bytes : {"", "P", "P5", "P55", "P8\n", "Q5\n", "\x89PNG"})
    EXPECT_FALSE(looks_like_netpbm(write_file(folder_ / "in", bytes))) << bytes;
}

}  // namespace
}  // namespace strandline::raster
