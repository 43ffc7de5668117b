// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Truncated and corrupt files must be errors, never a half-right picture, and nothing may be printed about them.
#include <array>
#include <cpl_conv.h>
#include <cstdint>

#include <gtest/gtest.h>

#include "gdal_picture.hpp"
#include "temporary_folder.hpp"

namespace strandline::raster {
namespace {

using test::expect_contains;
using test::make_picture;
using test::message_of;
using test::PictureRecipe;
using test::read_file;
using test::read_picture;
using test::TemporaryFolder;
using test::testdata;
using test::write_file;

std::string error_of(const std::filesystem::path& path) {
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  const std::string message = message_of<FileError>([&] { read_picture(path, {}, 16); });
  message_of<FileError>([&] { read_picture(path); });  // whole, for which GDAL has other ways
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  expect_contains(message, path.string());
  return message;
}

/// Pixels that do not compress away, so that every part of the file matters.
double noise(int band, int row, int col) {
  std::uint32_t state = static_cast<std::uint32_t>(band * 7919 + row * 104729 + col * 1299709 + 1);
  for (int i = 0; i < 3; ++i) state = state * 1664525 + 1013904223;
  return state >> 24;
}

struct Encoding {
  std::string name;
  std::string driver;
  std::vector<std::string> options;
  bool has_checksums = false;
};

const std::vector<Encoding> kEncodings = {
    {"strips", "GTiff", {}},
    {"tiles", "GTiff", {"TILED=YES", "BLOCKXSIZE=32", "BLOCKYSIZE=32"}},
    {"deflate strips", "GTiff", {"COMPRESS=DEFLATE"}, true},
    {"deflate tiles", "GTiff", {"COMPRESS=DEFLATE", "TILED=YES", "BLOCKXSIZE=32", "BLOCKYSIZE=32"}, true},
    {"one deflate strip", "GTiff", {"COMPRESS=DEFLATE", "BLOCKYSIZE=1000"}, true},
    {"lzw", "GTiff", {"COMPRESS=LZW"}},
    {"packbits", "GTiff", {"COMPRESS=PACKBITS"}},
    {"jpeg in tiff", "GTiff", {"COMPRESS=JPEG"}},
    {"png", "PNG", {}, true},
    {"jpeg", "JPEG", {}},
    {"progressive jpeg", "JPEG", {"PROGRESSIVE=YES"}},
    {"gif", "GIF", {}},
    {"bmp", "BMP", {}},
    {"envi", "ENVI", {}},
};

std::filesystem::path make_noise(const TemporaryFolder& folder, const Encoding& encoding) {
  PictureRecipe recipe;
  recipe.driver = encoding.driver;
  recipe.creation_options = encoding.options;
  recipe.rows = 100;
  recipe.cols = 90;
  recipe.pixel = noise;
  return make_picture(folder / "picture", recipe);
}

TEST(GdalDamage, EveryTruncationIsAnError) {
  for (const Encoding& encoding : kEncodings) {
    SCOPED_TRACE(encoding.name);
    const TemporaryFolder folder;
    const auto path = make_noise(folder, encoding);
    const std::string whole = read_file(path);
    EXPECT_EQ(read_picture(path).pixels.size(), 9000U) << "the whole file is good";
    for (const std::size_t percent : {0U, 1U, 10U, 50U, 90U, 97U}) {
      SCOPED_TRACE(percent);
      write_file(path, std::string_view(whole).substr(0, whole.size() * percent / 100));
      error_of(path);
    }
  }
}

TEST(GdalDamage, CorruptCompressedDataIsAnError) {
  for (const Encoding& encoding : kEncodings) {
    if (!encoding.has_checksums) continue;
    SCOPED_TRACE(encoding.name);
    const TemporaryFolder folder;
    const auto path = make_noise(folder, encoding);
    const std::string whole = read_file(path);
    // Not one bit only: libtiff lets damage pass that makes a DEFLATE stream longer than its strip.
    std::string bytes = whole;
    std::fill(bytes.begin() + std::ssize(bytes) * 3 / 10, bytes.begin() + std::ssize(bytes) * 6 / 10, '\xFF');
    write_file(path, bytes);
    error_of(path);
  }
}

TEST(GdalDamage, AWrongChecksumOfGoodPngDataIsAnError) {
  const TemporaryFolder folder;
  const auto path = make_noise(folder, {"png", "PNG", {}});
  std::string bytes = read_file(path);
  bytes[bytes.size() - 12 - 1] ^= 1;  // the last byte before IEND: of the checksum of IDAT
  write_file(path, bytes);
  error_of(path);
}

TEST(GdalDamage, WarningsThatTellOfMadeUpPixelsAreErrors) {
  const TemporaryFolder folder;
  const auto path = make_noise(folder, {"packbits", "GTiff", {"COMPRESS=PACKBITS"}});
  std::string bytes = read_file(path);
  std::fill(bytes.begin() + std::ssize(bytes) / 2, bytes.begin() + std::ssize(bytes) * 6 / 10, '\x7F');
  write_file(path, bytes);
  expect_contains(error_of(path), "PackBitsDecode");
}

TEST(GdalDamage, AJpegCutInHalfIsAnErrorThoughItsHeaderSurvives) {
  const TemporaryFolder folder;
  const std::string whole = read_file(testdata("blue_marble_2700x1350.jpg"));
  const auto path = write_file(folder / "half.jpg", std::string_view(whole).substr(0, whole.size() / 2));
  EXPECT_EQ(open_gdal(path, {})->info().rows, 1350);
  const std::string message = error_of(path);
  expect_contains(message, "can't read rows ");
  expect_contains(message, "Premature end of JPEG file");
  expect_contains(error_of(testdata("truncated.jpg")), "can't open");
}

TEST(GdalDamage, FilesThatAreNoPicturesAreErrors) {
  const TemporaryFolder folder;
  error_of(write_file(folder / "text.png", "this is no picture\n"));
  error_of(write_file(folder / "empty.tif", ""));
  error_of(folder / "missing.tif");
  error_of(folder.path());
}

TEST(GdalDamage, ErrorsOfOneFileDoNotStick) {
  for (int i = 0; i < 2; ++i) {
    error_of(testdata("truncated.jpg"));
    EXPECT_EQ(read_picture(testdata("blue_marble_2700x1350.jpg"), {}, 500).info.cols, 2700);
  }
  EXPECT_EQ(CPLGetThreadLocalConfigOption("GDAL_ERROR_ON_LIBJPEG_WARNING", nullptr), nullptr) << "options are put back";
}

std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift);
  return bytes;
}

std::string png_chunk(const std::string& kind, const std::string& body) {
  std::uint32_t crc = 0xFFFFFFFF;
  for (const char c : kind + body) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc % 2 != 0 ? 0xEDB88320U : 0U);
  }
  return big_endian(static_cast<std::uint32_t>(body.size())) + kind + body + big_endian(~crc);
}

// The seven passes of Adam7, see the PNG specification, 8.2.
std::string interlaced_png(int rows, int cols) {
  constexpr std::array<std::array<int, 4>, 7> kPasses = {
      {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}}};
  std::string raw;
  for (const auto& [x0, y0, dx, dy] : kPasses) {
    for (int y = y0; y < rows && x0 < cols; y += dy) {
      raw += '\0';
      for (int x = x0; x < cols; x += dx) raw += static_cast<char>(static_cast<unsigned char>(noise(0, y, x)));
    }
  }
  std::size_t size = 0;
  void* packed = CPLZLibDeflate(raw.data(), raw.size(), -1, nullptr, 0, &size);
  const std::string data(static_cast<const char*>(packed), size);
  CPLFree(packed);
  const std::string header = big_endian(static_cast<std::uint32_t>(cols)) +
                             big_endian(static_cast<std::uint32_t>(rows)) + std::string("\x08\x00\x00\x00\x01", 5);
  return "\x89PNG\r\n\x1a\n" + png_chunk("IHDR", header) + png_chunk("IDAT", data) + png_chunk("IEND", "");
}

TEST(GdalDamage, InterlacedPngIsReadInAnyCutAndItsTruncationNoticed) {
  const TemporaryFolder folder;
  const std::string whole = interlaced_png(100, 90);
  const auto path = write_file(folder / "a.png", whole);
  const auto read = read_picture(path);
  EXPECT_GE(read.info.codec_bytes, 100 * 90);
  for (int row = 0; row < 100; ++row) ASSERT_EQ(read.at(row, 89), noise(0, row, 89)) << row;
  EXPECT_EQ(read_picture(path, {}, 7).pixels, read.pixels);
  for (const std::size_t percent : {20U, 60U, 95U}) {
    error_of(write_file(folder / "a.png", std::string_view(whole).substr(0, whole.size() * percent / 100)));
  }
}

}  // namespace
}  // namespace strandline::raster
