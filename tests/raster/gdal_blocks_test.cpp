// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The blocks of a mosaic's pictures: planned for, and each decoded once with the cache of that plan.
#include <cstdint>
#include <filesystem>
#include <gdalwarper.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "counted_format.hpp"
#include "gdal_picture.hpp"
#include "raster/codec_cache.hpp"
#include "raster/gdal_scope.hpp"
#include "temporary_folder.hpp"

namespace strandline::raster {
namespace {

using test::CountedFormat;
using test::read_picture;
using test::TemporaryFolder;
using test::write_file;
namespace fs = std::filesystem;

// One of 3 x 2 blocks that lie askew in the mosaic.
constexpr int kRows = 700;
constexpr int kCols = 500;
constexpr int kBlocks = 6;

fs::path make_counted(const fs::path& path, int rows = kRows, int cols = kCols) {
  register_gdal_drivers();
  CountedFormat::register_driver();
  return write_file(path, fmt::format("COUNTED {} {}\n", rows, cols) +
                              std::string(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols), '\7'));
}

std::string source_of(const fs::path& file, int row, int col, int rows = kRows, int cols = kCols) {
  return fmt::format(
      "<SimpleSource><SourceFilename>{}</SourceFilename><SourceBand>1</SourceBand>"
      "<SrcRect xOff='0' yOff='0' xSize='{}' ySize='{}'/><DstRect xOff='{}' yOff='{}' xSize='{}' ySize='{}'/>"
      "</SimpleSource>",
      file.string(), cols, rows, col, row, cols, rows);
}

fs::path make_mosaic(const fs::path& path, int rows, int cols, const std::string& sources) {
  return write_file(path, fmt::format("<VRTDataset rasterXSize='{}' rasterYSize='{}'><SRS>EPSG:32632</SRS>"
                                      "<GeoTransform>500000, 10, 0, 5000000, 0, -10</GeoTransform>"
                                      "<VRTRasterBand dataType='Byte' band='1'>{}</VRTRasterBand></VRTDataset>",
                                      cols, rows, sources));
}

constexpr int kAcross = 5;
constexpr int kDown = 2;
constexpr int kShift = 100;  // down of every second column of pictures

fs::path make_mosaic_of_ten(const TemporaryFolder& folder) {
  std::string sources;
  for (int i = 0; i < kAcross * kDown; ++i) {
    const fs::path file = make_counted(folder / fmt::format("{}.counted", i));
    const int col = i % kAcross;
    sources += source_of(file, i / kAcross * kRows + col % 2 * kShift, col * kCols);
  }
  return make_mosaic(folder / "ten.vrt", kDown * kRows + kShift, kAcross * kCols, sources);
}

/// How many blocks are decoded when it is read in bands with the cache that a plan gives it.
int blocks_decoded(const fs::path& path) {
  const CodecCacheScope cache(2 * open_gdal(path, {})->info().block_row_bytes);
  CountedFormat::blocks_decoded = 0;
  read_picture(path, {}, 64);
  return CountedFormat::blocks_decoded;
}

TEST(GdalBlocks, ACacheOfOneRowOfBlocksIsEnough) {
  const TemporaryFolder folder;
  const fs::path path = make_counted(folder / "a.counted");
  const CodecCacheScope cache(open_gdal(path, {})->info().block_row_bytes);
  CountedFormat::blocks_decoded = 0;
  read_picture(path, {}, 1);
  EXPECT_EQ(CountedFormat::blocks_decoded, kBlocks);
}

TEST(GdalBlocks, EachOfAMosaicsPicturesIsDecodedOnce) {
  const TemporaryFolder folder;
  const fs::path path = make_mosaic_of_ten(folder);
  EXPECT_EQ(open_gdal(path, {})->info().block_rows, CountedFormat::kBlock);
  EXPECT_EQ(blocks_decoded(path), kAcross * kDown * kBlocks);
}

TEST(GdalBlocks, AMosaicOfMosaicsIsDecodedOnce) {
  const TemporaryFolder folder;
  const int rows = kDown * kRows + kShift;
  const int cols = kAcross * kCols;
  const fs::path path =
      make_mosaic(folder / "outer.vrt", rows, cols, source_of(make_mosaic_of_ten(folder), 0, 0, rows, cols));
  EXPECT_EQ(blocks_decoded(path), kAcross * kDown * kBlocks);
}

TEST(GdalBlocks, AWarpedMosaicIsDecodedOnce) {
  const TemporaryFolder folder;
  const fs::path mosaic = make_mosaic_of_ten(folder);
  const fs::path path = folder / "warped.vrt";
  GDALDatasetH source = GDALOpen(mosaic.c_str(), GA_ReadOnly);
  GDALDatasetH warped = GDALAutoCreateWarpedVRT(source, nullptr, nullptr, GRA_NearestNeighbour, 0, nullptr);
  GDALSetDescription(warped, path.c_str());
  GDALClose(warped);
  GDALClose(source);
  EXPECT_EQ(blocks_decoded(path), kAcross * kDown * kBlocks);
}

TEST(GdalBlocks, APictureThatIsReadFinelyCountsAsItIsAndNotAsItAppears) {
  const TemporaryFolder folder;
  const fs::path file = make_counted(folder / "fine.counted", kRows, 4 * kCols);
  std::string source = source_of(file, 0, 0, kRows, 4 * kCols);
  source.replace(source.rfind("xSize='2000' ySize='700'"), 24, "xSize='500' ySize='175'");
  const auto info = open_gdal(make_mosaic(folder / "coarse.vrt", 175, kCols, source), {})->info();
  EXPECT_GE(info.block_row_bytes, 4 * kCols * CountedFormat::kBlock);
}

TEST(GdalBlocks, OnlySomeOfManyPicturesAreOpened) {
  const TemporaryFolder folder;
  std::string sources;
  for (int i = 0; i < 100; ++i) {
    sources += source_of(make_counted(folder / fmt::format("{}.counted", i), 2, 4), 0, 4 * i, 2, 4);
  }
  const fs::path path = make_mosaic(folder / "many.vrt", 2, 400, sources);
  CountedFormat::opened = 0;
  const auto info = open_gdal(path, {})->info();
  EXPECT_LE(CountedFormat::opened, 10);
  EXPECT_GE(info.block_row_bytes, 100 * CountedFormat::kBlock * CountedFormat::kBlock);
}

TEST(GdalBlocks, OnlyTheBandThatIsReadCounts) {
  const TemporaryFolder folder;
  const fs::path path = folder / "two.vrt";
  const std::string small = source_of(make_counted(folder / "a.counted", 9, 9), 0, 0, 9, 9);
  const std::string large = source_of(make_counted(folder / "b.counted", 900, 900), 0, 0, 900, 900);
  write_file(path,
             fmt::format("<VRTDataset rasterXSize='9' rasterYSize='9'><VRTRasterBand dataType='Byte' band='1'>{}"
                         "</VRTRasterBand><VRTRasterBand dataType='Byte' band='2'>{}</VRTRasterBand></VRTDataset>",
                         small, large));
  EXPECT_LT(open_gdal(path, {1})->info().block_row_bytes, open_gdal(path, {2})->info().block_row_bytes);
}

TEST(GdalBlocks, AMosaicOfAMissingPictureIsDescribedAndThenRefused) {
  const TemporaryFolder folder;
  const auto source = open_gdal(make_mosaic(folder / "gap.vrt", 9, 9, source_of(folder / "gone.tif", 0, 0, 9, 9)), {});
  EXPECT_EQ(source->info().block_rows, 9);
  std::vector<std::byte> pixels(81);
  EXPECT_THROW(source->read(0, MutableAnyImageView(pixels.data(), PixelType::u8, 9, 9, 9), {}), FileError);
}

}  // namespace
}  // namespace strandline::raster
