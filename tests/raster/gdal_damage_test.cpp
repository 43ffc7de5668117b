// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Truncated and corrupt files must be errors, never a half-right picture, and nothing may be printed about them.
#include <array>
#include <cpl_conv.h>
#include <cstdint>
#include <functional>

#include <gtest/gtest.h>

#include "gdal_picture.hpp"
#include "raster/gdal_scope.hpp"
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

// What a large maker of phones writes: the last coefficient of each sequential scan is said to be the first.
std::string with_a_phones_scans(std::string bytes) {
  const std::string scan_of_one_component("\xFF\xDA\x00\x08\x01", 5);
  for (std::size_t at = 0; (at = bytes.find(scan_of_one_component, at)) != bytes.npos; ++at) bytes[at + 8] = 0;
  return bytes;
}

std::string with_stray_bytes_before(const std::string& marker, std::string bytes) {
  return bytes.insert(bytes.rfind(marker), 4, '\0');
}

// Codes that no table has are passed over by libjpeg-turbo's quick decoder without a word, so it is a marker.
std::string with_a_bad_middle(std::string bytes) { return bytes.replace(bytes.size() / 2, 2, "\xFF\xD0"); }

/// A mosaic of one picture in a mosaic of one.
std::filesystem::path make_mosaic_of(const std::filesystem::path& picture) {
  GDALAllRegister();
  const std::string inner = picture.string() + ".inner.vrt";
  const std::string outer = picture.string() + ".vrt";
  const GdalScope quiet;
  const auto copy = [](const std::string& from, const std::string& to) {
    GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("VRT");
    const DatasetHandle source(GDALDataset::Open(from.c_str()));
    DatasetHandle(driver->CreateCopy(to.c_str(), source.get(), FALSE, nullptr, nullptr, nullptr));
  };
  copy(picture.string(), inner);
  copy(inner, outer);
  return outer;
}

struct HarmlessFault {
  std::string name;
  Encoding encoding;
  std::function<std::string(std::string)> put;
};

const std::vector<HarmlessFault> kHarmlessFaults = {
    {"a phone's scan", {"jpeg", "JPEG", {}}, with_a_phones_scans},
    {"a phone's scans in tiff", {"tiff", "GTiff", {"COMPRESS=JPEG", "BLOCKYSIZE=16"}}, with_a_phones_scans},
    {"stray bytes in the header", {"jpeg", "JPEG", {}}, std::bind_front(with_stray_bytes_before, "\xFF\xC4")},
    {"a JFIF of the future", {"jpeg", "JPEG", {}}, [](std::string bytes) { return bytes.replace(11, 1, "\x09"); }},
};

TEST(GdalDamage, HarmlessFaultsOfJpegsChangeNothing) {
  for (const HarmlessFault& fault : kHarmlessFaults) {
    SCOPED_TRACE(fault.name);
    const TemporaryFolder folder;
    const auto path = make_noise(folder, fault.encoding);
    const auto expected = read_picture(path).pixels;
    write_file(path, fault.put(read_file(path)));
    EXPECT_EQ(read_picture(path).pixels, expected);
    EXPECT_EQ(read_picture(path, {}, 7).pixels, expected);
    EXPECT_EQ(read_picture(make_mosaic_of(path), {}, 7).pixels, expected);
  }
}

TEST(GdalDamage, StrayBytesAfterTheLastScanChangeNothing) {
  const TemporaryFolder folder;
  const auto path = make_noise(folder, {"progressive", "JPEG", {"PROGRESSIVE=YES"}});
  const auto expected = read_picture(path).pixels;
  write_file(path, with_stray_bytes_before("\xFF\xD9", read_file(path)));
  EXPECT_EQ(read_picture(path).pixels, expected);
}

TEST(GdalDamage, AHarmlessFaultHidesNoDamage) {
  for (const HarmlessFault& fault : kHarmlessFaults) {
    SCOPED_TRACE(fault.name);
    const TemporaryFolder folder;
    const auto path = make_noise(folder, fault.encoding);
    const std::string whole = fault.put(read_file(path));
    write_file(path, with_a_bad_middle(whole));
    error_of(path);
    for (const std::size_t missing : {12U, 100U, 4000U}) {
      SCOPED_TRACE(missing);
      write_file(path, whole.substr(0, whole.size() - missing));
      error_of(path);
      error_of(make_mosaic_of(path));
    }
  }
}

TEST(GdalDamage, AJpegIsDamagedWhereverItIsRead) {
  const TemporaryFolder folder;
  for (const char* progressive : {"PROGRESSIVE=NO", "PROGRESSIVE=YES"}) {
    SCOPED_TRACE(progressive);
    const auto path = make_noise(folder, {"jpeg", "JPEG", {progressive}});
    const std::string whole = read_file(path);
    for (const std::string& damaged : {whole.substr(0, whole.size() - 12), with_a_bad_middle(whole)}) {
      write_file(path, damaged);
      error_of(path);
      error_of(make_mosaic_of(path));
    }
  }
}

TEST(GdalDamage, WhatWasDamagedOnceStaysSo) {
  const TemporaryFolder folder;
  const auto path = make_noise(folder, {"jpeg", "JPEG", {}});
  write_file(path, with_a_bad_middle(read_file(path)));
  const auto source = open_gdal(path, {});
  std::vector<std::byte> pixels(9000);
  const MutableAnyImageView view(pixels.data(), PixelType::u8, 100, 90, 90);
  EXPECT_THROW(source->read(0, view, {}), FileError);
  EXPECT_THROW(source->read(0, view, {}), FileError) << "GDAL's cache has made-up pixels now";
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

// Reading the last row first makes GDAL read the header again.
TEST(GdalDamage, AWrongChecksumOfAPngsTextIsHarmlessAndOneOfItsTransparencyIsNot) {
  const TemporaryFolder folder;
  const auto path = make_noise(folder, {"png", "PNG", {}});
  const std::string whole = read_file(path);
  const auto read_upwards = [&](std::string chunk) {
    chunk.back() ^= 1;
    constexpr std::size_t kAfterHeader = 33;
    const auto source = open_gdal(write_file(path, std::string(whole).insert(kAfterHeader, chunk)), {});
    std::vector<std::byte> row(90);
    for (int i = 99; i >= 0; i -= 33) source->read(i, MutableAnyImageView(row.data(), PixelType::u8, 1, 90, 90), {});
  };
  EXPECT_NO_THROW(read_upwards(png_chunk("tEXt", std::string("a\0b", 3))));
  EXPECT_NO_THROW(read_upwards(png_chunk("gAMA", big_endian(45455))));
  EXPECT_THROW(read_upwards(png_chunk("tRNS", std::string("\0\7", 2))), FileError);
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
