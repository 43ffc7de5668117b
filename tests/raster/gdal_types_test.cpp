// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tests of which pixel types, palettes and scales come out of files that GDAL reads.
#include <limits>
#include <map>
#include <utility>

#include <gtest/gtest.h>

#include "gdal_picture.hpp"
#include "temporary_folder.hpp"

namespace strandline::raster {
namespace {

using test::expect_contains;
using test::make_picture;
using test::PictureRead;
using test::PictureRecipe;
using test::read_picture;
using test::TemporaryFolder;
using test::testdata;

const std::vector<GDALColorInterp> kRgb = {GCI_RedBand, GCI_GreenBand, GCI_BlueBand};

double luma_of(double red, double green, double blue) {
  return std::floor((77 * red + 150 * green + 29 * blue + 128) / 256);
}

TEST(GdalTypes, PaletteIsExpandedBeforeLuma) {
  const TemporaryFolder folder;
  for (const GDALDataType type : {GDT_Byte, GDT_UInt16}) {
    PictureRecipe recipe;
    recipe.type = type;
    recipe.bands = {GCI_PaletteIndex};
    recipe.pixel = [](int, int row, int) { return row % 3; };
    recipe.declare = [](GDALDataset& dataset) {
      GDALColorTable table;
      const GDALColorEntry colours[] = {{0, 0, 0, 255}, {255, 0, 0, 255}, {10, 200, 30, 255}};
      for (int i = 0; i < 3; ++i) table.SetColorEntry(i, &colours[i]);
      dataset.GetRasterBand(1)->SetColorTable(&table);
    };
    const PictureRead read = read_picture(make_picture(folder / "a.tif", recipe));
    EXPECT_EQ(read.info.pixel_type, PixelType::u8);
    EXPECT_EQ(read.info.full_scale, 255);
    EXPECT_EQ(read.at(0, 0), 0);
    EXPECT_EQ(read.at(1, 0), luma_of(255, 0, 0));
    EXPECT_EQ(read.at(2, 0), luma_of(10, 200, 30));
    EXPECT_EQ(read_picture(folder / "a.tif", {1}).pixels, read.pixels);
  }
}

TEST(GdalTypes, FullScaleOfFewBitsIsTheirOwn) {
  const TemporaryFolder folder;
  for (const auto& [driver, bits] : {std::pair("PNG", 1), std::pair("PNG", 2), std::pair("PNG", 4),
                                     std::pair("GTiff", 2), std::pair("GTiff", 4), std::pair("GTiff", 12)}) {
    const int most = (1 << bits) - 1;
    PictureRecipe recipe;
    recipe.driver = driver;
    recipe.type = bits > 8 ? GDT_UInt16 : GDT_Byte;
    recipe.creation_options = {"NBITS=" + std::to_string(bits)};
    recipe.pixel = [most](int, int row, int) { return row % 2 == 0 ? most : 0; };
    const PictureRead read = read_picture(make_picture(folder / "a", recipe));
    EXPECT_EQ(read.info.full_scale, most) << driver << bits;
    EXPECT_EQ(read.at(0, 0), most) << driver << bits;
  }
  PictureRecipe recipe;  // GDAL gives a TIFF of one bit a palette of black and white
  recipe.creation_options = {"NBITS=1"};
  recipe.pixel = [](int, int row, int) { return row % 2; };
  const PictureRead read = read_picture(make_picture(folder / "a", recipe));
  EXPECT_EQ(read.info.full_scale, 255);
  EXPECT_EQ(read.at(0, 0), 0);
  EXPECT_EQ(read.at(1, 0), 255);
}

TEST(GdalTypes, OtherTypesBecomeF32) {
  const TemporaryFolder folder;
  const std::map<GDALDataType, std::pair<double, double>> extremes = {
      {GDT_Int16, {-32768, 32767}},    {GDT_Int32, {-2147483648.0, 16777216}},
      {GDT_UInt32, {0, 4294967040.0}}, {GDT_Float64, {-0x1p-140, 0x1p60}},
      {GDT_Int64, {-0x1p52, 3}},       {GDT_UInt64, {0, 0x1p52}}};
  for (const auto& [type, ends] : extremes) {
    const double low = ends.first;
    const double high = ends.second;
    PictureRecipe recipe;
    recipe.type = type;
    recipe.pixel = [low, high](int, int row, int) { return row == 0 ? low : high; };
    const PictureRead read = read_picture(make_picture(folder / "a.tif", recipe));
    EXPECT_EQ(read.info.pixel_type, PixelType::f32);
    EXPECT_EQ(read.info.full_scale, 1);
    EXPECT_EQ(read.at(0, 0), low) << GDALGetDataTypeName(type);
    EXPECT_EQ(read.at(1, 0), high) << GDALGetDataTypeName(type);
    EXPECT_TRUE(read.warnings.empty()) << GDALGetDataTypeName(type);
  }
}

TEST(GdalTypes, SignedBytesAreSigned) {
  const TemporaryFolder folder;
  PictureRecipe recipe;
#if GDAL_VERSION_NUM >= GDAL_COMPUTE_VERSION(3, 7, 0)
  recipe.type = GDT_Int8;
  recipe.pixel = [](int, int row, int) { return row == 0 ? -128 : 127; };
#else
  recipe.creation_options = {"PIXELTYPE=SIGNEDBYTE"};
  recipe.pixel = [](int, int row, int) { return row == 0 ? 128 : 127; };
#endif
  const PictureRead read = read_picture(make_picture(folder / "a.tif", recipe));
  EXPECT_EQ(read.info.pixel_type, PixelType::f32);
  EXPECT_EQ(read.info.stored_type, "Int8");
  EXPECT_EQ(read.at(0, 0), -128);
  EXPECT_EQ(read.at(1, 0), 127);
}

TEST(GdalTypes, RoundedValuesAreCountedOnce) {
  const TemporaryFolder folder;
  const auto warning_of = [&](GDALDataType type, double odd) {
    PictureRecipe recipe;
    recipe.type = type;
    recipe.pixel = [odd](int, int row, int col) { return row == 3 && col < 2 ? odd : 1; };
    make_picture(folder / "a.tif", recipe);
    const auto source = open_gdal(folder / "a.tif", {});
    std::vector<float> pixels(77);
    for (const int first : {0, 2, 0}) {  // rows read again do not count again
      source->read(first, ImageView<float>(pixels.data(), 5, 11), {});
    }
    std::vector<std::string> warnings;
    source->finish_reading([&](std::string_view message) { warnings.emplace_back(message); });
    return warnings;
  };
  for (const auto& [type, odd] :
       {std::pair(GDT_Int32, 16777217.0), std::pair(GDT_UInt32, 4294967295.0), std::pair(GDT_Float64, 0.1),
        std::pair(GDT_Float64, 1e300), std::pair(GDT_Int64, 0x1p53), std::pair(GDT_UInt64, 0x1p60)}) {
    const auto warnings = warning_of(type, odd);
    ASSERT_EQ(warnings.size(), 1U) << GDALGetDataTypeName(type);
    expect_contains(warnings[0], "2 values of '" + (folder / "a.tif").string() + "'");
    EXPECT_EQ(warnings[0].find('\n'), std::string::npos);
  }
  EXPECT_TRUE(warning_of(GDT_Float64, std::numeric_limits<double>::quiet_NaN()).empty());
  EXPECT_TRUE(warning_of(GDT_Float64, std::numeric_limits<double>::infinity()).empty());
  EXPECT_TRUE(warning_of(GDT_Float64, 0.5).empty());
}

TEST(GdalTypes, ByteOrderDoesNotMatter) {
  const PictureRead little = read_picture(testdata("chessboard_GRAY_U16.tif"));
  EXPECT_EQ(little.pixels, read_picture(testdata("chessboard_GRAY_U16B.tif")).pixels);
  EXPECT_EQ(*std::ranges::max_element(little.pixels), 255) << "0xFF00 if the bytes were taken as they lie";
}

TEST(GdalTypes, LumaOfFloatsIsRoundedInOneWrittenOrder) {
  const TemporaryFolder folder;
  PictureRecipe recipe;
  recipe.type = GDT_Float32;
  recipe.bands = kRgb;
  recipe.pixel = [](int band, int row, int col) { return (band + 1) * 0.1 + row / 7.0 + col / 11.0; };
  const PictureRead read = read_picture(make_picture(folder / "a.tif", recipe));
  for (int row = 0; row < 7; ++row) {
    for (int col = 0; col < 11; ++col) {
      const auto part = [&](int band) { return static_cast<float>(recipe.pixel(band, row, col)); };
      const float luma = std::fma(29.0F, part(2), std::fma(150.0F, part(1), 77.0F * part(0))) / 256;
      ASSERT_EQ(read.at(row, col), static_cast<double>(luma));
    }
  }
  recipe.type = GDT_Int16;
  recipe.pixel = [](int band, int, int) { return band == 0 ? -256 : 0; };
  EXPECT_EQ(read_picture(make_picture(folder / "b.tif", recipe)).at(0, 0), -77);
}

}  // namespace
}  // namespace strandline::raster
