// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tests of several sources of nodata in one file, and of what the user may say about them.
#include <cpl_conv.h>
#include <limits>

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

using Rows = std::vector<bool>;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Which of the rows are valid: all the pictures of these tests are alike along a row.
Rows valid_rows(const PictureRead& read) {
  Rows rows;
  for (std::int64_t row = 0; row < read.info.rows; ++row) {
    rows.push_back(read.info.has_valid ? read.valid_at(row, 0) : !std::isnan(read.at(row, 0)));
  }
  return rows;
}

OpenOptions with_mask(int mask, std::optional<int> band = {}) {
  OpenOptions options;
  options.band = band;
  options.mask = mask;
  return options;
}

void add_internal_mask(GDALDataset& dataset, int hidden_row) {
  CPLSetThreadLocalConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES");
  dataset.CreateMaskBand(GMF_PER_DATASET);
  test::fill(*dataset.GetRasterBand(1)->GetMaskBand(), [=](int row, int) { return row == hidden_row ? 0 : 255; });
  CPLSetThreadLocalConfigOption("GDAL_TIFF_INTERNAL_MASK", nullptr);
}

void add_mask_beside(const std::filesystem::path& picture, int rows, int hidden_row) {
  PictureRecipe mask;
  mask.rows = rows;
  mask.pixel = [=](int, int row, int) { return row == hidden_row ? 0 : 255; };
  mask.declare = [](GDALDataset& dataset) { dataset.SetMetadataItem("INTERNAL_MASK_FLAGS_1", "2"); };
  make_picture(picture.string() + ".msk", mask);
}

/// Row 1 has the nodata value, row 2 is hidden by the mask within the file, row 3 by the one beside it, row 4 by alpha.
std::filesystem::path make_all_sources(const std::filesystem::path& path, GDALDataType type,
                                       std::vector<GDALColorInterp> bands) {
  PictureRecipe recipe;
  recipe.type = type;
  recipe.rows = 6;
  recipe.bands = std::move(bands);
  recipe.bands.push_back(GCI_AlphaBand);
  const int alpha = static_cast<int>(recipe.bands.size()) - 1;
  recipe.pixel = [=](int band, int row, int) { return band == alpha ? (row == 4 ? 0 : 255) : row == 1 ? 7 : 50; };
  recipe.declare = [](GDALDataset& dataset) { dataset.GetRasterBand(1)->SetNoDataValue(7); };
  recipe.complete = [](GDALDataset& dataset) { add_internal_mask(dataset, 2); };
  make_picture(path, recipe);
  add_mask_beside(path, recipe.rows, 3);
  return path;
}

TEST(GdalMask, APixelIsNodataWhereAnySourceSaysSo) {
  const TemporaryFolder folder;
  for (const GDALDataType type : {GDT_Byte, GDT_UInt16, GDT_Int16, GDT_Float32, GDT_Float64}) {
    for (const auto& bands : {std::vector{GCI_GrayIndex}, std::vector{GCI_RedBand, GCI_GreenBand, GCI_BlueBand}}) {
      const auto path = make_all_sources(folder / "a.tif", type, bands);
      const PictureRead read = read_picture(path);
      EXPECT_EQ(valid_rows(read), (Rows{true, false, false, false, false, true}))
          << GDALGetDataTypeName(type) << bands.size() << read.info.mask;
      EXPECT_EQ(valid_rows(read_picture(path, {}, 1)), valid_rows(read)) << "row by row";
      for (const std::string told : {"nodata value 7", "the file's mask", "a.tif.msk", "alpha in band"}) {
        test::expect_contains(read.info.mask, told);
      }
    }
  }
}

TEST(GdalMask, NothingHidesAPixelWhereTheUserWantsNoMask) {
  const TemporaryFolder folder;
  for (const GDALDataType type : {GDT_Byte, GDT_Float32}) {
    const PictureRead read =
        read_picture(make_all_sources(folder / "a.tif", type, {GCI_GrayIndex}), with_mask(kNoMask));
    EXPECT_EQ(valid_rows(read), Rows(6, true));
    EXPECT_EQ(read.at(1, 0), 7);
    EXPECT_FALSE(read.info.declares_nodata || read.info.has_valid);
    EXPECT_EQ(read.info.mask, "none");
  }
}

TEST(GdalMask, ABandThatTheUserNamesTakesThePlaceOfMasksAndAlpha) {
  const TemporaryFolder folder;
  PictureRecipe recipe;
  recipe.rows = 5;
  recipe.bands = {GCI_RedBand, GCI_GreenBand, GCI_BlueBand, GCI_AlphaBand, GCI_Undefined};
  recipe.pixel = [](int band, int row, int) {
    return band == 3 ? (row == 1 ? 0 : 255) : band == 4 ? (row == 2 ? 0 : 1) : row == 3 ? 7 : 50;
  };
  recipe.declare = [](GDALDataset& dataset) { dataset.GetRasterBand(1)->SetNoDataValue(7); };
  recipe.complete = [](GDALDataset& dataset) { add_internal_mask(dataset, 4); };
  const auto path = make_picture(folder / "a.tif", recipe);
  const PictureRead read = read_picture(path, with_mask(5));
  EXPECT_EQ(valid_rows(read), (Rows{true, true, false, false, true})) << "a declared value counts all the same";
  EXPECT_EQ(read.info.mask, "nodata value 7 and band 5");
  EXPECT_EQ(read.info.reading, "luma of bands 1, 2, 3");
  EXPECT_EQ(valid_rows(read_picture(path, with_mask(5, 2))), valid_rows(read));
  EXPECT_EQ(valid_rows(read_picture(path, with_mask(5, 5))), (Rows{true, true, false, true, true}))
      << "the picture may be its own mask";
  for (const int band : {-1, 6, 99}) {
    const std::string message = test::message_of<InvalidArgument>([&] { read_picture(path, with_mask(band, 1)); });
    test::expect_contains(message, "--mask N");
    test::expect_contains(message, "5 bands");
  }
}

TEST(GdalMask, OneBandOfJointValuesBesideAMask) {
  const TemporaryFolder folder;
  PictureRecipe recipe;
  recipe.bands = {GCI_RedBand, GCI_GreenBand, GCI_BlueBand};
  recipe.rows = 4;
  recipe.pixel = [](int band, int row, int) { return row == 0 ? 0 : row == 1 ? 10 * band : 9; };
  recipe.declare = [](GDALDataset& dataset) { dataset.SetMetadataItem("NODATA_VALUES", "0 10 20"); };
  recipe.complete = [](GDALDataset& dataset) { add_internal_mask(dataset, 3); };
  const auto path = make_picture(folder / "a.tif", recipe);
  EXPECT_EQ(valid_rows(read_picture(path)), (Rows{true, false, true, false}));
  EXPECT_EQ(valid_rows(read_picture(path, {1})), (Rows{true, false, true, false})) << "a 0 in band 1 is not enough";
}

TEST(GdalMask, AFourthBandIsAlphaOnlyWhereTheFileSaysSo) {
  const TemporaryFolder folder;
  for (const std::string alpha : {"YES", "PREMULTIPLIED", "UNSPECIFIED", "NO"}) {
    PictureRecipe recipe;
    recipe.bands = {GCI_RedBand, GCI_GreenBand, GCI_BlueBand, GCI_Undefined};
    const bool declared = alpha == "YES" || alpha == "PREMULTIPLIED";
    if (declared) recipe.bands[3] = GCI_AlphaBand;
    recipe.creation_options = {"PHOTOMETRIC=RGB", "ALPHA=" + alpha};
    recipe.pixel = [](int, int row, int) { return row; };
    const PictureRead read = read_picture(make_picture(folder / "a.tif", recipe), {1});
    EXPECT_EQ(read.info.has_valid, declared) << alpha;
    EXPECT_EQ(read.info.mask, declared ? "alpha in band 4" : "none") << alpha;
  }
  PictureRecipe cmyk;
  cmyk.bands.assign(4, GCI_Undefined);
  cmyk.creation_options = {"PHOTOMETRIC=CMYK"};
  const PictureRead read = read_picture(make_picture(folder / "cmyk.tif", cmyk));
  EXPECT_EQ(read.info.reading, "luma of bands 1, 2, 3");
  EXPECT_EQ(read.info.mask, "none") << "GDAL's own alpha hides nothing and is not the file's";
}

TEST(GdalMask, AlphaThatLooksLikeSomethingElseIsWarnedOf) {
  const TemporaryFolder folder;
  struct Case {
    std::function<double(int)> alpha;  // of a row of ten
    bool warns;
  };
  const Case kCases[] = {{[](int row) { return row < 3 ? 0 : 40 + row; }, true},
                         {[](int row) { return row < 3 ? 0 : 255; }, false},
                         {[](int row) { return row < 3   ? 0
                                               : row < 7 ? 100
                                                         : 255; }, false},
                         {[](int row) { return 40 + row; }, false}};  // hides nothing
  for (const GDALDataType type : {GDT_Byte, GDT_UInt16}) {
    for (const Case& one : kCases) {
      const bool warns = one.warns;
      PictureRecipe recipe;
      recipe.type = type;
      recipe.rows = 10;
      recipe.bands = {GCI_RedBand, GCI_GreenBand, GCI_BlueBand, GCI_AlphaBand};
      recipe.pixel = [&, type](int band, int row, int) {
        const double value = one.alpha(row);
        return band < 3 ? 9 : type == GDT_UInt16 && value == 255 ? 65535 : value;
      };
      const auto path = make_picture(folder / "a.tif", recipe);
      const PictureRead read = read_picture(path, {}, 3);
      ASSERT_EQ(read.warnings.size(), warns ? 1 : 0) << GDALGetDataTypeName(type) << valid_rows(read).size();
      if (warns) test::expect_contains(read.warnings[0], "--mask none");
      if (warns) test::expect_contains(read.warnings[0], "band 4 of");
      EXPECT_TRUE(read_picture(path, with_mask(4)).warnings.empty()) << "what the user said is not doubted";
    }
  }
}

TEST(GdalMask, TransparentColoursOfAPalette) {
  const TemporaryFolder folder;
  PictureRecipe recipe;
  recipe.driver = "PNG";
  recipe.rows = 3;
  recipe.bands = {GCI_PaletteIndex};
  recipe.pixel = [](int, int row, int) { return row; };
  recipe.declare = [](GDALDataset& dataset) {
    GDALColorTable table;
    const GDALColorEntry colours[] = {{5, 5, 5, 255}, {9, 9, 9, 0}, {100, 100, 100, 0}};
    for (int i = 0; i < 3; ++i) table.SetColorEntry(i, &colours[i]);
    dataset.GetRasterBand(1)->SetColorTable(&table);
  };
  const auto path = make_picture(folder / "a.png", recipe);
  const PictureRead read = read_picture(path);
  EXPECT_EQ(valid_rows(read), (Rows{true, false, false}));
  EXPECT_EQ(read.info.mask, "transparent colours of the palette");
  EXPECT_EQ(valid_rows(read_picture(path, with_mask(kNoMask))), Rows(3, true));
}

TEST(GdalMask, WhatIsTold) {
  const TemporaryFolder folder;
  PictureRecipe recipe;
  EXPECT_EQ(read_picture(make_picture(folder / "a.tif", recipe)).info.mask, "none");
  for (const auto& [type, value, told] :
       {std::tuple(GDT_Byte, 3.0, "nodata value 3"),
        std::tuple(GDT_Byte, 300.0, "nodata value 300, which no pixel can have"),
        std::tuple(GDT_Float32, -9999.0, "nodata value -9999"), std::tuple(GDT_Float32, kNan, "nodata value nan")}) {
    recipe.type = type;
    recipe.declare = [value = value](GDALDataset& dataset) { dataset.GetRasterBand(1)->SetNoDataValue(value); };
    EXPECT_EQ(read_picture(make_picture(folder / "a.tif", recipe)).info.mask, told);
  }
}

}  // namespace
}  // namespace strandline::raster
