// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tests of what counts as nodata in files that GDAL reads: values, masks, alpha and palettes.
#include <array>
#include <cpl_conv.h>
#include <limits>
#include <utility>

#include <gtest/gtest.h>

#include "gdal_picture.hpp"
#include "temporary_folder.hpp"

namespace strandline::raster {
namespace {

using test::make_picture;
using test::PictureRead;
using test::PictureRecipe;
using test::read_picture;
using test::TemporaryFolder;

const std::vector<GDALColorInterp> kRgb = {GCI_RedBand, GCI_GreenBand, GCI_BlueBand};

auto declare_nodata(double value) {
  return [value](GDALDataset& dataset) {
    for (int i = 1; i <= dataset.GetRasterCount(); ++i) dataset.GetRasterBand(i)->SetNoDataValue(value);
  };
}

/// Which of the rows are valid: all the pictures of these tests are alike along a row.
std::vector<bool> valid_rows(const PictureRead& read) {
  std::vector<bool> rows;
  for (std::int64_t row = 0; row < read.info.rows; ++row) {
    const auto is_valid = [&](std::int64_t col) {
      return read.info.has_valid ? read.valid_at(row, col) : !std::isnan(read.at(row, col));
    };
    rows.push_back(is_valid(0));
    EXPECT_EQ(is_valid(read.info.cols - 1), rows.back()) << row;
  }
  return rows;
}

using Rows = std::vector<bool>;

TEST(GdalNodata, DeclaredValuesAreNotValid) {
  const TemporaryFolder folder;
  struct Case {
    GDALDataType type;
    double nodata;
  };
  for (const auto& [type, nodata] :
       {Case{GDT_Byte, 0}, Case{GDT_Byte, 255}, Case{GDT_UInt16, 65535}, Case{GDT_UInt16, 0}, Case{GDT_Int16, -9999},
        Case{GDT_Int32, -2147483648.0}, Case{GDT_UInt32, 4294967295.0}, Case{GDT_Float32, -9999},
        Case{GDT_Float32, -3.4028234663852886e38}, Case{GDT_Float32, -3.4028235e38}, Case{GDT_Float32, -3.40282347e38},
        Case{GDT_Float32, std::numeric_limits<double>::quiet_NaN()}, Case{GDT_Float64, -1.7976931348623157e308},
        Case{GDT_Float64, std::numeric_limits<double>::infinity()}}) {
    PictureRecipe recipe;
    recipe.type = type;
    recipe.rows = 3;
    constexpr double kLowestFloat = std::numeric_limits<float>::lowest();
    const double stored = type == GDT_Float32 && nodata < kLowestFloat ? kLowestFloat : nodata;
    recipe.pixel = [stored](int, int row, int) { return row == 1 ? stored : 7; };
    recipe.declare = declare_nodata(nodata);
    const PictureRead read = read_picture(make_picture(folder / "a.tif", recipe));
    EXPECT_TRUE(read.info.declares_nodata) << GDALGetDataTypeName(type) << nodata;
    EXPECT_EQ(read.info.has_valid, read.info.pixel_type != PixelType::f32);
    EXPECT_EQ(valid_rows(read), (Rows{true, false, true})) << GDALGetDataTypeName(type) << " " << nodata;
    EXPECT_TRUE(read.warnings.empty()) << "nodata is not rounded: " << GDALGetDataTypeName(type) << " " << nodata;
  }
}

TEST(GdalNodata, NeighboursOfTheValueAreValid) {
  const TemporaryFolder folder;
  for (const GDALDataType type : {GDT_Int32, GDT_Float64}) {
    PictureRecipe recipe;
    recipe.type = type;
    recipe.rows = 3;
    recipe.pixel = [](int, int row, int) { return 16777214 + row; };
    recipe.declare = declare_nodata(16777215);
    EXPECT_EQ(valid_rows(read_picture(make_picture(folder / "a.tif", recipe))), (Rows{true, false, true}));
  }
}

TEST(GdalNodata, ValuesThatNoPixelCanHaveAreDeclaredAllTheSame) {
  const TemporaryFolder folder;
  for (const double nodata : {300.0, -9999.0, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
    PictureRecipe recipe;
    recipe.declare = declare_nodata(nodata);
    const PictureRead read = read_picture(make_picture(folder / "a.tif", recipe));
    EXPECT_FALSE(read.info.has_valid) << nodata;
    EXPECT_TRUE(read.info.declares_nodata) << nodata;
    EXPECT_NE(read.info.band_names[0].find("nodata"), std::string::npos) << "people are told all the same";
  }
}

TEST(GdalNodata, ColourIsNodataOnlyWhereAllItsBandsAre) {
  const TemporaryFolder folder;
  for (const std::string driver : {"GTiff", "PNG"}) {
    PictureRecipe recipe;
    recipe.driver = driver;
    recipe.bands = kRgb;
    recipe.rows = 4;
    // black, red, blue, white
    recipe.pixel = [](int band, int row, int) {
      return row == 3 || (row == 1 && band == 0) || (row == 2 && band == 2) ? 255 : 0;
    };
    recipe.declare = declare_nodata(0);
    if (driver == "PNG") {
      recipe.declare = [](GDALDataset& dataset) {
        declare_nodata(0)(dataset);
        dataset.SetMetadataItem("NODATA_VALUES", "0 0 0");
      };
    }
    const PictureRead read = read_picture(make_picture(folder / "a", recipe));
    EXPECT_TRUE(read.info.has_valid) << driver;
    EXPECT_EQ(valid_rows(read), (Rows{false, true, true, true})) << driver;
  }
}

TEST(GdalNodata, OneBandOfAFileWithJointValues) {
  const TemporaryFolder folder;
  PictureRecipe recipe;
  recipe.bands = kRgb;
  recipe.rows = 3;
  recipe.pixel = [](int band, int row, int) { return row == 0 ? 0 : row == 1 ? 10 * band : 9; };
  recipe.declare = [](GDALDataset& dataset) { dataset.SetMetadataItem("NODATA_VALUES", "0 10 20"); };
  make_picture(folder / "a.tif", recipe);
  EXPECT_EQ(valid_rows(read_picture(folder / "a.tif")), (Rows{true, false, true}));
  EXPECT_EQ(valid_rows(read_picture(folder / "a.tif", {1})), (Rows{true, false, true}))
      << "a 0 in band 1 is not enough";
}

TEST(GdalNodata, AlphaIsAMaskWhateverItsType) {
  const TemporaryFolder folder;
  for (const bool is_gray : {true, false}) {
    for (const GDALDataType type : {GDT_Byte, GDT_UInt16, GDT_Int16, GDT_Float32}) {
      PictureRecipe recipe;
      recipe.type = type;
      recipe.bands = is_gray ? std::vector{GCI_GrayIndex} : kRgb;
      recipe.bands.push_back(GCI_AlphaBand);
      const int alpha = is_gray ? 1 : 3;
      recipe.rows = 3;
      // The least alpha that is not 0 leaves a pixel valid.
      recipe.pixel = [alpha, type](int band, int row, int) {
        return band != alpha ? 50 : row == 0 ? 0 : row == 1 ? (type == GDT_Float32 ? 0.001 : 1) : 255;
      };
      const PictureRead read = read_picture(make_picture(folder / "a.tif", recipe));
      EXPECT_TRUE(read.info.declares_nodata);
      EXPECT_EQ(valid_rows(read), (Rows{false, true, true})) << GDALGetDataTypeName(type) << is_gray;
      EXPECT_EQ(read.at(1, 0), 50) << "alpha never mixes with the pixels";
      const PictureRead chosen = read_picture(folder / "a.tif", {1});
      EXPECT_EQ(valid_rows(chosen), (Rows{false, true, true})) << "also when the band was chosen";
      const PictureRead as_picture = read_picture(folder / "a.tif", {alpha + 1});
      EXPECT_FALSE(as_picture.info.declares_nodata) << "alpha as the picture itself";
      EXPECT_EQ(as_picture.at(2, 0), 255);
    }
  }
}

TEST(GdalNodata, AlphaOfAnotherTypeThanTheColours) {
  const TemporaryFolder folder;
  PictureRecipe recipe;
  recipe.rows = 3;
  recipe.pixel = [](int, int, int) { return 9; };
  make_picture(folder / "gray.tif", recipe);
  recipe.type = GDT_Float32;
  recipe.pixel = [](int, int row, int) { return row * 0.25; };
  make_picture(folder / "alpha.tif", recipe);
  const auto band = [](const std::string& type, const std::string& colour, const std::string& file) {
    return "<VRTRasterBand dataType=\"" + type + "\"><ColorInterp>" + colour +
           "</ColorInterp><SimpleSource><SourceFilename relativeToVRT=\"1\">" + file +
           "</SourceFilename><SourceBand>1</SourceBand></SimpleSource></VRTRasterBand>";
  };
  test::write_file(folder / "a.vrt", "<VRTDataset rasterXSize=\"11\" rasterYSize=\"3\">" +
                                         band("Byte", "Gray", "gray.tif") + band("Float32", "Alpha", "alpha.tif") +
                                         "</VRTDataset>");
  const PictureRead read = read_picture(folder / "a.vrt");
  EXPECT_EQ(read.info.pixel_type, PixelType::u8);
  EXPECT_EQ(valid_rows(read), (Rows{false, true, true}));
  EXPECT_EQ(valid_rows(read_picture(folder / "a.vrt", {}, 1)), (Rows{false, true, true}));
}

TEST(GdalNodata, MaskBandsAreHonoured) {
  const TemporaryFolder folder;
  for (const GDALDataType type : {GDT_Byte, GDT_Float32}) {
    for (const auto& bands : {std::vector{GCI_GrayIndex}, kRgb}) {
      PictureRecipe recipe;
      recipe.type = type;
      recipe.bands = bands;
      recipe.rows = 3;
      recipe.complete = [](GDALDataset& dataset) {
        CPLSetThreadLocalConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES");
        dataset.CreateMaskBand(GMF_PER_DATASET);
        test::fill(*dataset.GetRasterBand(1)->GetMaskBand(), [](int row, int) { return row == 2 ? 0 : 255; });
        CPLSetThreadLocalConfigOption("GDAL_TIFF_INTERNAL_MASK", nullptr);
      };
      const PictureRead read = read_picture(make_picture(folder / "a.tif", recipe));
      EXPECT_TRUE(read.info.declares_nodata);
      EXPECT_EQ(valid_rows(read), (Rows{true, true, false})) << GDALGetDataTypeName(type) << bands.size();
      EXPECT_EQ(valid_rows(read_picture(folder / "a.tif", {}, 1)), (Rows{true, true, false}));
    }
  }
}

TEST(GdalNodata, ColourIsMaskedByItsBandsOwnMasksOnlyWhereAllAre0) {
  const TemporaryFolder folder;
  PictureRecipe recipe;
  recipe.rows = 3;
  recipe.bands = kRgb;
  make_picture(folder / "rgb.tif", recipe);
  recipe.pixel = [](int band, int row, int) { return row == 0 || (row == 1 && band == 0) ? 0 : 255; };
  make_picture(folder / "masks.tif", recipe);
  const auto copy_of = [](const std::string& file, const std::string& band) {
    return "<SimpleSource><SourceFilename relativeToVRT=\"1\">" + file + "</SourceFilename><SourceBand>" + band +
           "</SourceBand></SimpleSource>";
  };
  std::string vrt = "<VRTDataset rasterXSize=\"11\" rasterYSize=\"3\">";
  for (const auto& [band, colour] : {std::pair("1", "Red"), std::pair("2", "Green"), std::pair("3", "Blue")}) {
    vrt += std::string("<VRTRasterBand dataType=\"Byte\"><ColorInterp>") + colour + "</ColorInterp>" +
           copy_of("rgb.tif", band) + "<MaskBand><VRTRasterBand dataType=\"Byte\">" + copy_of("masks.tif", band) +
           "</VRTRasterBand></MaskBand></VRTRasterBand>";
  }
  test::write_file(folder / "a.vrt", vrt + "</VRTDataset>");
  EXPECT_EQ(valid_rows(read_picture(folder / "a.vrt")), (Rows{false, true, true})) << "red alone is masked in row 1";
  EXPECT_EQ(valid_rows(read_picture(folder / "a.vrt", {1})), (Rows{false, false, true}));
}

TEST(GdalNodata, TransparentPaletteEntriesAreNotValid) {
  const TemporaryFolder folder;
  // GDAL makes a nodata value of a lone transparent entry, and none of two.
  for (const auto& [driver, others_alpha] : {std::pair("PNG", 255), std::pair("PNG", 0), std::pair("GIF", 255)}) {
    PictureRecipe recipe;
    recipe.driver = driver;
    recipe.rows = 3;
    recipe.bands = {GCI_PaletteIndex};
    const auto last_alpha = static_cast<short>(others_alpha);
    recipe.pixel = [](int, int row, int) { return row; };
    recipe.declare = [last_alpha](GDALDataset& dataset) {
      GDALColorTable table;
      const GDALColorEntry colours[] = {{5, 5, 5, 255}, {9, 9, 9, 0}, {100, 100, 100, 255}, {7, 7, 7, last_alpha}};
      for (int i = 0; i < 4; ++i) table.SetColorEntry(i, &colours[i]);
      dataset.GetRasterBand(1)->SetColorTable(&table);
      if (last_alpha != 0) dataset.GetRasterBand(1)->SetNoDataValue(1);
    };
    const PictureRead read = read_picture(make_picture(folder / "a", recipe));
    EXPECT_TRUE(read.info.declares_nodata) << driver;
    EXPECT_EQ(valid_rows(read), (Rows{true, false, true})) << driver;
    EXPECT_EQ(read.at(2, 0), 100) << driver;
  }
}

}  // namespace
}  // namespace strandline::raster
