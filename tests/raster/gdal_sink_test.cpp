// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tests of writing through GDAL: every format complete, alone in its folder, or not there at all.
#include <array>
#include <cstdint>
#include <stop_token>
#include <utility>

#include <gtest/gtest.h>

#include "counted_format.hpp"
#include "gdal_picture.hpp"
#include "raster/codec_cache.hpp"
#include "raster/gdal_scope.hpp"
#include "strided_image.hpp"
#include "temporary_folder.hpp"

namespace strandline::raster {
namespace {

using test::CountedFormat;
using test::expect_contains;
using test::kAllRows;
using test::message_of;
using test::PictureRead;
using test::read_file;
using test::read_picture;
using test::Rows;
using test::StridedImage;
using test::TemporaryFolder;
using test::testdata;
using test::write_file;
using Names = std::vector<std::string>;

/// As an edge map: runs of 0 and 255, and 127 here and there; all values for other types.
double edge_value(PixelType type, std::int64_t row, std::int64_t col) {
  const std::int64_t n = (row * row + 3 * col) % 97;
  if (type == PixelType::u8) return n < 30 ? 255 : n == 50 ? 127 : 0;
  return type == PixelType::u16 ? static_cast<double>(n * 675) : static_cast<double>(n) * 0.25 - 3;
}

StridedImage edge_map(PixelType type, std::int64_t rows, std::int64_t cols, const Rows& layout = {}) {
  StridedImage image(type, rows, cols, layout);
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t col = 0; col < cols; ++col) {
      visit_pixel_type(type, [&]<class T>(T) { image.set(row, col, static_cast<T>(edge_value(type, row, col))); });
    }
  }
  return image;
}

CreateOptions options_for(PixelType type, std::int64_t rows, std::int64_t cols) {
  CreateOptions options;
  options.rows = rows;
  options.cols = cols;
  options.pixel_type = type;
  return options;
}

void write_rows(RasterSink& sink, MutableAnyImageView image, std::int64_t rows_at_once) {
  for (std::int64_t row = 0; row < image.rows; row += rows_at_once) {
    sink.write(row, image.rows_from(row, std::min(rows_at_once, image.rows - row)));
  }
}

void create_whole(const std::filesystem::path& path, const CreateOptions& options,
                  std::optional<double> nodata = std::nullopt) {
  StridedImage image = edge_map(options.pixel_type, options.rows, options.cols);
  const auto sink = create_gdal(path, options);
  write_rows(*sink, image.view(), 37);
  sink->finish(nodata);
}

void expect_edge_map(const PictureRead& read, PixelType type) {
  EXPECT_EQ(read.info.pixel_type, type);
  for (std::int64_t row = 0; row < read.info.rows; ++row) {
    for (std::int64_t col = 0; col < read.info.cols; ++col) {
      ASSERT_EQ(read.at(row, col), edge_value(type, row, col)) << row << ", " << col;
    }
  }
}

Georeference utm() { return open_gdal(testdata("landsat7_coast_6band.tif"), {1})->info().georeference; }

TEST(GdalSink, ExactFormatsGiveBackEachPixelAndLeaveOneFile) {
  for (const auto& [name, type] :
       {std::pair("a.tif", PixelType::u8), std::pair("a.TIFF", PixelType::u16), std::pair("a.tif", PixelType::f32),
        std::pair("a.png", PixelType::u8), std::pair("a.png", PixelType::u16), std::pair("a.bmp", PixelType::u8)}) {
    for (const auto& [rows, cols] : {std::pair(1, 1), std::pair(1, 300), std::pair(300, 1), std::pair(70, 530)}) {
      const TemporaryFolder folder;
      create_whole(folder / name, options_for(type, rows, cols));
      EXPECT_EQ(folder.names(), Names{name});
      const PictureRead read = read_picture(folder / name);
      EXPECT_EQ(read.info.rows, rows);
      EXPECT_EQ(read.info.cols, cols);
      expect_edge_map(read, type);
      EXPECT_FALSE(read.info.declares_nodata);
    }
  }
}

TEST(GdalSink, CutsStridesAndThreadsDoNotChangeTheBytes) {
  for (const std::string name : {"a.tif", "a.png"}) {
    const TemporaryFolder folder;
    CreateOptions options = options_for(PixelType::u16, 150, 530);
    options.block_rows = 32;
    options.overwrite = true;
    create_whole(folder / name, options);
    const std::string expected = read_file(folder / name);
    for (const Rows& layout : kAllRows) {
      for (const int rows_at_once : {1, 31, 32, 64, 100, 150}) {
        options.threads = rows_at_once % 3 + 1;
        StridedImage image = edge_map(PixelType::u16, 150, 530, layout);
        const auto sink = create_gdal(folder / name, options);
        write_rows(*sink, image.view(), rows_at_once);
        sink->finish(std::nullopt);
        ASSERT_TRUE(read_file(folder / name) == expected) << name << " in rows of " << rows_at_once;
      }
    }
  }
}

std::string stored_compression(const std::filesystem::path& path) {
  const DatasetHandle dataset = open_dataset(path.string());
  const char* name = dataset ? dataset->GetMetadataItem("COMPRESSION", "IMAGE_STRUCTURE") : nullptr;
  return name ? name : "";
}

TEST(GdalSink, GeoTiffIsCompressedAsAskedForAndTheSameThroughout) {
  using enum Compression;
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32}) {
    const std::string usual = type == PixelType::u8 ? "LZW" : "DEFLATE";
    for (const auto& [compression, stored] : {std::pair(automatic, usual), std::pair(none, std::string())}) {
      const TemporaryFolder folder;
      CreateOptions options = options_for(type, 150, 530);
      options.block_rows = 64;
      options.compression = compression;
      create_whole(folder / "a.tif", options);
      EXPECT_EQ(stored_compression(folder / "a.tif"), stored);
      expect_edge_map(read_picture(folder / "a.tif"), type);
    }
  }
}

TEST(GdalSink, GeoTiffIsTiledCompressedAndKeepsWhatIsDeclared) {
  const TemporaryFolder folder;
  CreateOptions options = options_for(PixelType::u8, 400, 700);
  options.georeference = utm();
  options.georeference.pixel_is_point = true;
  options.block_rows = 64;
  options.threads = 2;
  std::vector<std::string> warnings;
  options.warn = [&](std::string_view message) { warnings.emplace_back(message); };
  create_whole(folder / "a.tif", options, 127);
  EXPECT_TRUE(warnings.empty()) << warnings.front();
  EXPECT_LT(std::filesystem::file_size(folder / "a.tif"), 400U * 700 / 2);

  const PictureRead read = read_picture(folder / "a.tif");
  EXPECT_EQ(read.info.block_rows, 64);
  EXPECT_EQ(read.info.georeference.crs.wkt(), options.georeference.crs.wkt());
  EXPECT_EQ(read.info.georeference.geotransform, options.georeference.geotransform);
  EXPECT_TRUE(read.info.georeference.pixel_is_point);
  EXPECT_EQ(read.info.band_names, Names{"1: Byte, Gray, nodata 127"});
  EXPECT_TRUE(read.info.has_valid);
  expect_edge_map(read, PixelType::u8);
}

TEST(GdalSink, BlocksAreNoLargerThanThePicture) {
  const TemporaryFolder folder;
  create_whole(folder / "a.tif", options_for(PixelType::u8, 20, 40));
  const RasterInfo info = read_picture(folder / "a.tif").info;
  EXPECT_GE(info.block_row_bytes, 32 * 48);
  EXPECT_LE(info.block_row_bytes, 32 * 64) << "and what GDAL counts a block as besides";
  CreateOptions options = options_for(PixelType::u8, 20, 40);
  options.block_rows = 24;
  message_of<InvalidArgument>([&] { create_gdal(folder / "b.tif", options); });
}

TEST(GdalSink, DeclaringNodataLastCostsNextToNothing) {
  const TemporaryFolder folder;
  const CreateOptions options = options_for(PixelType::u8, 1000, 1500);
  create_whole(folder / "without.tif", options);
  create_whole(folder / "with.tif", options, 127);
  EXPECT_LT(std::filesystem::file_size(folder / "with.tif"), std::filesystem::file_size(folder / "without.tif") + 1000);
  EXPECT_EQ(read_picture(folder / "with.tif").pixels, read_picture(folder / "without.tif").pixels);
}

TEST(GdalSink, GroundControlPointsAreKept) {
  for (const bool pixel_is_point : {false, true}) {
    const TemporaryFolder folder;
    CreateOptions options = options_for(PixelType::u8, 50, 60);
    options.georeference.pixel_is_point = pixel_is_point;
    options.georeference.ground_control_crs = utm().crs;
    options.georeference.ground_control_points = {{"a", 1, 2, 300000, 9100000, 0}, {"b", 50, 40, 300100, 9100200, 5}};
    create_whole(folder / "a.tif", options);
    const Georeference found = read_picture(folder / "a.tif").info.georeference;
    expect_contains(found.ground_control_crs.wkt(), "SIRGAS 2000 / UTM zone 25S");
    ASSERT_EQ(found.ground_control_points.size(), 2U);
    EXPECT_EQ(found.ground_control_points[1].col, 50);
    EXPECT_EQ(found.ground_control_points[1].y, 9100200);
  }
}

TEST(GdalSink, GeographicAxesStayInOrder) {
  const TemporaryFolder folder;
  CreateOptions options = options_for(PixelType::u8, 50, 60);
  options.georeference.geotransform = {10, 0.5, 0, 50, 0, -0.25};
  options.georeference.crs = CoordinateSystem(
      "GEOGCRS[\"WGS 84\",DATUM[\"World Geodetic System 1984\",ELLIPSOID[\"WGS 84\","
      "6378137,298.257223563]],CS[ellipsoidal,2],AXIS[\"latitude\",north],"
      "AXIS[\"longitude\",east],ANGLEUNIT[\"degree\",0.0174532925199433],ID[\"EPSG\",4326]]");
  for (const std::string name : {"a.tif", "a.jp2"}) {
    if (!is_gdal_extension(name.substr(2))) continue;
    create_whole(folder / name, options);
    const Georeference found = read_picture(folder / name).info.georeference;
    EXPECT_EQ(found.geotransform, options.georeference.geotransform) << name;
    expect_contains(found.crs.wkt(), "4326");
  }
}

TEST(GdalSink, LossesAreWarnedOfOnce) {
  const auto warnings_of = [](const std::string& name, bool georeferenced, std::optional<double> nodata) {
    const TemporaryFolder folder;
    Names warnings;
    CreateOptions options = options_for(PixelType::u8, 90, 100);
    if (georeferenced) options.georeference = utm();
    options.warn = [&](std::string_view message) { warnings.emplace_back(message); };
    create_whole(folder / name, options, nodata);
    EXPECT_LE(folder.names().size(), georeferenced ? 2U : 1U) << "nothing but a sidecar for the georeference";
    return warnings;
  };
  EXPECT_EQ(warnings_of("a.png", false, std::nullopt), Names{});
  EXPECT_EQ(warnings_of("a.png", true, std::nullopt), Names{}) << "what PNG can't hold lies beside it";
  EXPECT_EQ(warnings_of("a.tif", true, 127), Names{});
  const Names jpeg = warnings_of("a.jpg", true, 127);
  ASSERT_EQ(jpeg.size(), 1U);
  EXPECT_EQ(jpeg[0], "JPEG is lossy: edge values may differ slightly, use PNG or TIFF for exact values");
  const Names bmp = warnings_of("a.bmp", false, 127);
  ASSERT_EQ(bmp.size(), 1U);
  expect_contains(bmp[0], "BMP can't declare nodata");
}

TEST(GdalSink, NodataOfPngAndJpegIsReadBack) {
  for (const std::string name : {"a.png", "a.jpg"}) {
    const TemporaryFolder folder;
    create_whole(folder / name, options_for(PixelType::u8, 90, 100), 127);
    const PictureRead read = read_picture(folder / name);
    ASSERT_TRUE(read.info.has_valid) << name;
    for (int row = 0; row < 90; ++row) {
      for (int col = 0; col < 100; ++col) {
        ASSERT_EQ(read.valid_at(row, col), edge_value(PixelType::u8, row, col) != 127) << name << row << ", " << col;
      }
    }
  }
}

TEST(GdalSink, JpegIsAsGoodAsItCanBe) {
  const TemporaryFolder folder;
  create_whole(folder / "a.jpg", options_for(PixelType::u8, 90, 100));
  const PictureRead read = read_picture(folder / "a.jpg");
  for (int row = 0; row < 90; ++row) {
    for (int col = 0; col < 100; ++col) EXPECT_NEAR(read.at(row, col), edge_value(PixelType::u8, row, col), 4);
  }
}

TEST(GdalSink, WhatAFormatCannotHoldIsRefusedBeforeAnyWork) {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& name, const CreateOptions& options) {
    const std::string message = message_of<Unsupported>([&] { create_gdal(folder / name, options); });
    expect_contains(message, (folder / name).string());
    expect_contains(message, ".tif");
    EXPECT_EQ(folder.names(), Names{});
    return message;
  };
  expect_contains(refusal("a.jpg", options_for(PixelType::u8, 65501, 10)), "65500");
  expect_contains(refusal("a.jpg", options_for(PixelType::u8, 10, 65501)), "65500");
  expect_contains(refusal("a.png", options_for(PixelType::u8, 10, 1000001)), "1000000");
  refusal("a.tif", options_for(PixelType::u8, std::int64_t{1} << 31, 10));
  refusal("a.jpg", options_for(PixelType::u16, 10, 10));
  refusal("a.png", options_for(PixelType::f32, 10, 10));
  refusal("a.gif", options_for(PixelType::u16, 10, 10));
  refusal("a.unknown", options_for(PixelType::u8, 10, 10));
  expect_contains(refusal("a.rst", options_for(PixelType::u8, 10, 10)), "several files");
  CreateOptions georeferenced = options_for(PixelType::u8, 10, 10);
  georeferenced.georeference = utm();
  expect_contains(refusal("a.asc", georeferenced), "several files");
}

TEST(GdalSink, ExtensionsAreThoseOfWritableRasterDrivers) {
  for (const char* known : {"tif", "tiff", "png", "jpg", "jpeg", "bmp"}) EXPECT_TRUE(is_gdal_extension(known)) << known;
  for (const char* unknown : {"", "vrt", "txt", "shp", "tif tiff", "xyzzy"}) {
    EXPECT_FALSE(is_gdal_extension(unknown)) << unknown;
  }
}

TEST(GdalSink, NothingIsLeftOfAnUnfinishedPicture) {
  for (const std::string name : {"a.tif", "a.png", "a.jpg"}) {
    const TemporaryFolder folder;
    write_file(folder / name, "what was there");
    CreateOptions options = options_for(PixelType::u8, 5000, 3000);
    options.overwrite = true;
    StridedImage some = edge_map(PixelType::u8, 100, 3000);
    testing::internal::CaptureStderr();
    {
      const auto sink = create_gdal(folder / name, options);
      sink->write(0, some.view());
      EXPECT_EQ(folder.names().size(), 2U) << "a hidden temporary beside the old file";
      message_of<InvalidArgument>([&] { sink->write(50, some.view()); });
      message_of<InvalidArgument>([&] { sink->write(101, some.view()); });
      message_of<InvalidArgument>([&] { sink->finish(std::nullopt); });
    }
    { const auto never_written = create_gdal(folder / name, options); }
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    EXPECT_EQ(folder.names(), Names{name});
    EXPECT_EQ(read_file(folder / name), "what was there");
  }
}

TEST(GdalSink, AnOldFileIsReplacedAsAWhole) {
  for (const std::string name : {"a.tif", "a.png"}) {
    const TemporaryFolder folder;
    write_file(folder / name, "what was there");
    CreateOptions options = options_for(PixelType::u8, 50, 30);
    message_of<FileError>([&] { create_whole(folder / name, options); });
    EXPECT_EQ(read_file(folder / name), "what was there");
    options.overwrite = true;
    create_whole(folder / name, options);
    EXPECT_EQ(folder.names(), Names{name});
    expect_edge_map(read_picture(folder / name), PixelType::u8);
  }
}

TEST(GdalSink, AStopDuringTheCopyIsObeyed) {
  for (const std::string name : {"a.png", "a.jpg"}) {
    const TemporaryFolder folder;
    std::stop_source stop;
    CreateOptions options = options_for(PixelType::u8, 600, 700);
    options.stop = stop.get_token();
    StridedImage image = edge_map(PixelType::u8, 600, 700);
    auto sink = create_gdal(folder / name, options);
    write_rows(*sink, image.view(), 100);
    stop.request_stop();
    EXPECT_THROW(sink->finish(std::nullopt), Cancelled);
    sink.reset();
    EXPECT_EQ(folder.names(), Names{});
  }
}

// A row of its blocks is 5 MB, which neither the cache nor what is read at once may be thought to hold.
TEST(GdalSink, EachBlockIsReadBackOnce) {
  CountedFormat::register_driver();
  const TemporaryFolder folder;
  constexpr int kRows = 300;
  constexpr int kCols = 20'000;
  const CodecCacheScope small(1 << 20);
  StridedImage image = edge_map(PixelType::u8, kRows, kCols);
  const auto sink = create_gdal(folder / "a.counted", options_for(PixelType::u8, kRows, kCols));
  write_rows(*sink, image.view(), kRows);
  CountedFormat::blocks_decoded = 0;
  sink->finish(std::nullopt);
  EXPECT_EQ(CountedFormat::blocks_decoded, CountedFormat::blocks_of(kRows, kCols));
}

TEST(GdalSink, AFolderThatIsNotThereIsAnError) {
  const TemporaryFolder folder;
  for (const std::string name : {"a.tif", "a.png"}) {
    message_of<FileError>([&] { create_gdal(folder / "none" / name, options_for(PixelType::u8, 5, 5)); });
  }
}

}  // namespace
}  // namespace strandline::raster
