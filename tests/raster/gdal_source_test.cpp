// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tests of reading through GDAL: which bands, types, scales and georeferences, and cuts into any rows.
#include <array>
#include <cpl_conv.h>
#include <map>
#include <ogr_spatialref.h>
#include <utility>

#include <gtest/gtest.h>

#include "gdal_picture.hpp"
#include "strided_image.hpp"
#include "temporary_folder.hpp"

namespace strandline::raster {
namespace {

using test::expect_contains;
using test::kAllRows;
using test::make_picture;
using test::message_of;
using test::PictureRead;
using test::PictureRecipe;
using test::read_picture;
using test::Rows;
using test::StridedImage;
using test::TemporaryFolder;
using test::testdata;
using test::write_file;

const std::vector<GDALColorInterp> kRgb = {GCI_RedBand, GCI_GreenBand, GCI_BlueBand};
const std::vector<GDALColorInterp> kRgba = {GCI_RedBand, GCI_GreenBand, GCI_BlueBand, GCI_AlphaBand};

double luma_of(double red, double green, double blue) {
  return std::floor((77 * red + 150 * green + 29 * blue + 128) / 256);
}

TEST(GdalSource, GrayIsReadAsItIs) {
  const TemporaryFolder folder;
  for (const auto& [driver, type, name] :
       {std::tuple("GTiff", GDT_Byte, "a.tif"), std::tuple("GTiff", GDT_UInt16, "b.tif"),
        std::tuple("GTiff", GDT_Float32, "c.tif"), std::tuple("PNG", GDT_Byte, "d.png"),
        std::tuple("PNG", GDT_UInt16, "e.png"), std::tuple("BMP", GDT_Byte, "f.bmp")}) {
    PictureRecipe recipe;
    recipe.driver = driver;
    recipe.type = type;
    const PictureRead read = read_picture(make_picture(folder / name, recipe));
    EXPECT_EQ(read.info.format, driver);
    EXPECT_EQ(read.info.stored_type, GDALGetDataTypeName(type));
    EXPECT_EQ(read.info.full_scale, type == GDT_Byte ? 255 : type == GDT_UInt16 ? 65535 : 1) << name;
    EXPECT_FALSE(read.info.has_valid || read.info.declares_nodata) << name;
    EXPECT_TRUE(read.info.georeference.empty()) << name;
    for (int row = 0; row < 7; ++row) {
      for (int col = 0; col < 11; ++col) ASSERT_EQ(read.at(row, col), 11 * row + col) << name;
    }
  }
}

TEST(GdalSource, ColourBecomesLumaByItsMeaningNotItsOrder) {
  const TemporaryFolder folder;
  for (const GDALDataType type : {GDT_Byte, GDT_UInt16}) {
    const double scale = type == GDT_Byte ? 1 : 257;
    for (const auto& bands : {kRgb, kRgba, {GCI_BlueBand, GCI_GreenBand, GCI_RedBand}}) {
      PictureRecipe recipe;
      recipe.type = type;
      recipe.bands = bands;
      const std::map<GDALColorInterp, double> colours = {
          {GCI_RedBand, 255}, {GCI_GreenBand, 3}, {GCI_BlueBand, 100}, {GCI_AlphaBand, 255}};
      recipe.pixel = [&](int band, int row, int) {
        return row == 6 ? 255 * scale : colours.at(bands[static_cast<std::size_t>(band)]) * scale;
      };
      const PictureRead read = read_picture(make_picture(folder / "a.tif", recipe));
      EXPECT_EQ(read.at(0, 0), luma_of(255 * scale, 3 * scale, 100 * scale));
      EXPECT_EQ(read.at(6, 10), 255 * scale) << "white must stay white";
      EXPECT_EQ(read.info.pixel_type, type == GDT_Byte ? PixelType::u8 : PixelType::u16);
      EXPECT_EQ(read.info.has_valid, bands.size() == 4);
    }
  }
}

TEST(GdalSource, OtherSetsOfBandsNeedAChoice) {
  const std::filesystem::path landsat = testdata("landsat7_coast_6band.tif");
  const std::string open = message_of<InvalidArgument>([&] { open_gdal(landsat, {}); });
  expect_contains(open, landsat.string());
  expect_contains(open, "6 bands (1: Byte, Gray; 2: Byte, Undefined; 3: ");
  expect_contains(open, "--band N");
  for (const int band : {0, -1, 7}) {
    expect_contains(message_of<InvalidArgument>([&] { open_gdal(landsat, {band}); }), "6 bands (1: Byte, Gray; ");
  }
  const PictureRead fifth = read_picture(landsat, {5});
  EXPECT_EQ(fifth.info.reading, "band 5");
  EXPECT_EQ(fifth.info.band_names.size(), 6U);
  EXPECT_NE(fifth.pixels, read_picture(landsat, {4}).pixels);

  const TemporaryFolder folder;
  PictureRecipe recipe;
  recipe.bands = {GCI_Undefined, GCI_Undefined, GCI_Undefined};
  recipe.creation_options = {"PHOTOMETRIC=MINISBLACK"};
  make_picture(folder / "three.tif", recipe);
  message_of<InvalidArgument>([&] { open_gdal(folder / "three.tif", {}); });
  recipe.bands = kRgb;
  recipe.creation_options = {};
  make_picture(folder / "rgb.tif", recipe);
  EXPECT_EQ(read_picture(folder / "rgb.tif", {2}).at(1, 2), 20 + 11 + 2) << "one band of RGB, not luma";
}

TEST(GdalSource, ComplexPixelsAndMixedColoursAreRefused) {
  const TemporaryFolder folder;
  PictureRecipe recipe;
  recipe.type = GDT_CFloat32;
  make_picture(folder / "a.tif", recipe);
  expect_contains(message_of<Unsupported>([&] { open_gdal(folder / "a.tif", {}); }), "CFloat32");

  recipe.type = GDT_Byte;
  make_picture(folder / "b.tif", recipe);
  recipe.type = GDT_UInt16;
  make_picture(folder / "c.tif", recipe);
  std::string vrt = R"(<VRTDataset rasterXSize="11" rasterYSize="7">)";
  for (const auto& [type, name, colour] : {std::tuple("Byte", "b.tif", "Red"), std::tuple("Byte", "b.tif", "Green"),
                                           std::tuple("UInt16", "c.tif", "Blue")}) {
    vrt += std::string("<VRTRasterBand dataType=\"") + type + "\"><ColorInterp>" + colour +
           "</ColorInterp><SimpleSource><SourceFilename relativeToVRT=\"1\">" + name +
           "</SourceFilename><SourceBand>1</SourceBand></SimpleSource></VRTRasterBand>";
  }
  write_file(folder / "d.vrt", vrt + "</VRTDataset>");
  const std::string message = message_of<Unsupported>([&] { open_gdal(folder / "d.vrt", {}); });
  expect_contains(message, "3: UInt16, Blue");
  EXPECT_EQ(read_picture(folder / "d.vrt", {3}).info.pixel_type, PixelType::u16);
}

TEST(GdalSource, GeoreferenceIsRead) {
  const Georeference utm = read_picture(testdata("landsat7_coast_6band.tif"), {1}).info.georeference;
  expect_contains(utm.crs.wkt(), "SIRGAS 2000 / UTM zone 25S");
  ASSERT_TRUE(utm.geotransform);
  EXPECT_NEAR((*utm.geotransform)[0], 288776.25, 1e-6);
  EXPECT_NEAR((*utm.geotransform)[5], -28.5, 1e-6);
  EXPECT_FALSE(utm.pixel_is_point);
  EXPECT_TRUE(read_picture(testdata("camera.png")).info.georeference.empty());
}

TEST(GdalSource, LongitudeIsXWhateverTheAxisOrder) {
  const TemporaryFolder folder;
  PictureRecipe recipe;
  recipe.declare = [](GDALDataset& dataset) {
    OGRSpatialReference crs;
    crs.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
    crs.importFromEPSG(4326);
    dataset.SetSpatialRef(&crs);
    std::array<double, 6> geotransform = {10, 0.5, 0, 50, 0, -0.25};
    dataset.SetGeoTransform(geotransform.data());
    dataset.SetMetadataItem("AREA_OR_POINT", "Point");
  };
  const Georeference found = read_picture(make_picture(folder / "a.tif", recipe)).info.georeference;
  expect_contains(found.crs.wkt(), "4326");
  EXPECT_EQ(found.geotransform, (std::array<double, 6>{10, 0.5, 0, 50, 0, -0.25}));
  EXPECT_TRUE(found.pixel_is_point);
}

TEST(GdalSource, GroundControlPointsComeWithTheirCrs) {
  const TemporaryFolder folder;
  PictureRecipe recipe;
  recipe.declare = [](GDALDataset& dataset) {
    OGRSpatialReference crs;
    crs.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
    crs.importFromEPSG(4326);
    std::vector<std::string> ids = {"a", "b", "c"};
    std::vector<GDAL_GCP> points;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto n = static_cast<double>(i);
      points.push_back({ids[i].data(), ids[i].data(), n, 2 * n, 10 + n, 50 - n * n, 0});
    }
    dataset.SetGCPs(3, points.data(), &crs);
  };
  const Georeference found = read_picture(make_picture(folder / "a.tif", recipe)).info.georeference;
  expect_contains(found.ground_control_crs.wkt(), "4326");
  EXPECT_TRUE(found.crs.empty());
  EXPECT_FALSE(found.geotransform);
  ASSERT_EQ(found.ground_control_points.size(), 3U);
  EXPECT_EQ(found.ground_control_points[2].col, 2);
  EXPECT_EQ(found.ground_control_points[2].row, 4);
  EXPECT_EQ(found.ground_control_points[2].x, 12);
  EXPECT_EQ(found.ground_control_points[2].y, 46);
}

TEST(GdalSource, SidecarBesideTheInputIsHonoured) {
  const TemporaryFolder folder;
  std::filesystem::copy_file(testdata("camera.png"), folder / "a.png");
  write_file(folder / "a.png.aux.xml",
             "<PAMDataset><GeoTransform>1,2,0,3,0,-2</GeoTransform>"
             "<PAMRasterBand band=\"1\"><NoDataValue>200</NoDataValue></PAMRasterBand></PAMDataset>");
  const RasterInfo info = read_picture(folder / "a.png").info;
  EXPECT_EQ(info.georeference.geotransform, (std::array<double, 6>{1, 2, 0, 3, 0, -2}));
  EXPECT_TRUE(info.declares_nodata);
}

/// Any cut into any rows with any stride gives the same bytes, and writes nothing beside the pixels.
void expect_cuts_agree(const std::filesystem::path& path, const OpenOptions& options) {
  const PictureRead whole = read_picture(path, options);
  for (const Rows& layout : kAllRows) {
    const auto source = open_gdal(path, options);
    const auto& info = source->info();
    for (const std::int64_t rows_at_once : {std::int64_t{1}, std::int64_t{3}, std::int64_t{50}, info.rows}) {
      StridedImage pixels(info.pixel_type, info.rows, info.cols, layout);
      StridedImage expected(info.pixel_type, info.rows, info.cols, layout);
      StridedImage valid(PixelType::u8, info.rows, info.cols, layout);
      StridedImage expected_valid(PixelType::u8, info.rows, info.cols, layout);
      for (std::int64_t row = 0; row < info.rows; ++row) {
        for (std::int64_t col = 0; col < info.cols; ++col) {
          visit_pixel_type(info.pixel_type,
                           [&]<class T>(T) { expected.set(row, col, static_cast<T>(whole.at(row, col))); });
          if (info.has_valid) expected_valid.set<std::uint8_t>(row, col, whole.valid_at(row, col) ? 255 : 0);
        }
      }
      const MutableAnyImageView v = valid.view();
      const ImageView<std::uint8_t> all_valid(reinterpret_cast<std::uint8_t*>(v.data), v.rows, v.cols, v.stride_bytes);
      for (std::int64_t row = 0; row < info.rows; row += rows_at_once) {
        const std::int64_t count = std::min(rows_at_once, info.rows - row);
        source->read(row, pixels.view().rows_from(row, count),
                     info.has_valid ? all_valid.rows_from(row, count) : ImageView<std::uint8_t>());
      }
      EXPECT_EQ(pixels.bytes(), expected.bytes()) << path << " in rows of " << rows_at_once;
      EXPECT_EQ(valid.bytes(), expected_valid.bytes()) << path << " in rows of " << rows_at_once;
    }
  }
}

TEST(GdalSource, CutsAndStridesDoNotMatter) {
  const TemporaryFolder folder;
  expect_cuts_agree(testdata("camera.png"), {});
  expect_cuts_agree(testdata("chessboard_GRAY_U16.tif"), {});
  expect_cuts_agree(testdata("dem_float32.tif"), {});
  expect_cuts_agree(testdata("landsat7_coast_6band.tif"), {3});
  PictureRecipe recipe;
  recipe.bands = kRgba;
  recipe.pixel = [](int band, int row, int col) { return (band * 31 + row * 17 + col * 5) % 7 * 36; };
  expect_cuts_agree(make_picture(folder / "a.png", recipe), {});
  for (const GDALDataType type : {GDT_UInt16, GDT_Float32, GDT_Float64}) {  // in place if aligned, with nodata
    PictureRecipe one_band;
    one_band.type = type;
    one_band.rows = 60;
    one_band.pixel = [](int, int row, int col) { return (row * 17 + col * 5) % 7; };
    one_band.declare = [](GDALDataset& dataset) { dataset.GetRasterBand(1)->SetNoDataValue(3); };
    expect_cuts_agree(make_picture(folder / "c.tif", one_band), {});
  }
  recipe.type = GDT_Int16;
  recipe.creation_options = {"INTERLEAVE=BAND"};
  recipe.rows = 60;
  expect_cuts_agree(make_picture(folder / "b.tif", recipe), {2});
}

TEST(GdalSource, ManyChunksGiveWhatOneGives) {  // 3 x 2700 x 1350 bytes are three chunks
  const PictureRead whole = read_picture(testdata("blue_marble_2700x1350.jpg"));
  EXPECT_EQ(whole.pixels, read_picture(testdata("blue_marble_2700x1350.jpg"), {}, 77).pixels);
  EXPECT_EQ(whole.info.rows, 1350);
  EXPECT_EQ(whole.info.cols, 2700);
  EXPECT_EQ(whole.info.reading, "luma of bands 1, 2, 3");
}

TEST(GdalSource, RowsOutsideAndWrongViewsAreRefused) {
  const auto source = open_gdal(testdata("camera.png"), {});
  std::vector<std::uint8_t> pixels(512 * 512);
  message_of<InvalidArgument>([&] { source->read(511, ImageView(pixels.data(), 2, 512), {}); });
  message_of<InvalidArgument>([&] { source->read(-1, ImageView(pixels.data(), 2, 512), {}); });
  message_of<InvalidArgument>([&] { source->read(0, ImageView(pixels.data(), 2, 511), {}); });
}

TEST(GdalSource, BlocksAreDescribed) {
  const TemporaryFolder folder;
  PictureRecipe recipe;
  recipe.rows = 100;
  recipe.cols = 100;
  recipe.bands = kRgba;
  recipe.creation_options = {"TILED=YES", "BLOCKXSIZE=64", "BLOCKYSIZE=32"};
  const RasterInfo tiled = read_picture(make_picture(folder / "a.tif", recipe)).info;
  EXPECT_EQ(tiled.block_rows, 32);
  constexpr std::int64_t kTilesInARow = 2 * 4;
  constexpr std::int64_t kMostOverhead = 1024;  // of a block in GDAL's cache
  EXPECT_GE(tiled.block_row_bytes, 128 * 32 * 4);
  EXPECT_LE(tiled.block_row_bytes, 128 * 32 * 4 + kTilesInARow * kMostOverhead);
  EXPECT_GE(tiled.codec_bytes, 64 * 32 * 4) << "a tile as it is stored, besides scratch";
  recipe.creation_options = {"BLOCKYSIZE=1000", "COMPRESS=LZW", "INTERLEAVE=BAND"};
  recipe.type = GDT_UInt16;
  const RasterInfo one_strip = read_picture(make_picture(folder / "b.tif", recipe), {1}).info;
  EXPECT_EQ(one_strip.block_rows, 100);
  EXPECT_GE(one_strip.block_row_bytes, 100 * 100 * 2 * 2) << "the band and alpha";
  EXPECT_LE(one_strip.block_row_bytes, 100 * 100 * 2 * 2 + 2 * kMostOverhead);
}

TEST(GdalSource, ScratchOfLongRowsIsCounted) {
  const TemporaryFolder folder;
  PictureRecipe recipe;
  recipe.rows = 1;
  recipe.cols = 3'000'000;
  recipe.type = GDT_Float64;
  recipe.creation_options = {"SPARSE_OK=TRUE"};
  recipe.pixel = [](int, int, int) { return 0; };
  const RasterInfo info = read_picture(make_picture(folder / "a.tif", recipe)).info;
  EXPECT_GE(info.codec_bytes, recipe.cols * 8) << "a row of f64 on its way to f32";
}

TEST(GdalSource, ProgressiveJpegTellsWhatItsCodecHolds) {
  const TemporaryFolder folder;
  PictureRecipe recipe;
  recipe.driver = "JPEG";
  recipe.rows = 200;
  recipe.cols = 300;
  recipe.bands = kRgb;
  const std::int64_t sequential = read_picture(make_picture(folder / "a.jpg", recipe)).info.codec_bytes;
  recipe.creation_options = {"PROGRESSIVE=YES"};
  const RasterInfo info = read_picture(make_picture(folder / "b.jpg", recipe)).info;
  // 4:2:0 in units of 16 x 16 pixels: 13 x 19 of six blocks of 64 coefficients.
  EXPECT_EQ(info.codec_bytes - sequential, 13 * 19 * 6 * 64 * 2);
}

TEST(GdalSource, ContainersNameTheirParts) {
  const TemporaryFolder folder;
  GDALAllRegister();
  if (!GetGDALDriverManager()->GetDriverByName("GPKG")) GTEST_SKIP() << "this GDAL has no GeoPackage";
  for (const std::string name : {"one", "two", "three", "four"}) {
    PictureRecipe recipe;
    recipe.driver = "GPKG";
    recipe.rows = recipe.cols = 256;
    recipe.pixel = [](int, int, int) { return 1; };
    recipe.declare = [](GDALDataset& dataset) {
      std::array<double, 6> geotransform = {0, 1, 0, 0, 0, -1};
      dataset.SetGeoTransform(geotransform.data());
    };
    recipe.creation_options = {"RASTER_TABLE=" + name, name == "one" ? "TILE_FORMAT=PNG" : "APPEND_SUBDATASET=YES"};
    make_picture(folder / "a.gpkg", recipe);
  }
  const std::string message = message_of<FileError>([&] { open_gdal(folder / "a.gpkg", {}); });
  expect_contains(message, "name one of its parts instead: 'GPKG:" + (folder / "a.gpkg").string() + ":one', '");
  expect_contains(message, ":three', ...");
  EXPECT_EQ(message.find(":four"), std::string::npos);
}

}  // namespace
}  // namespace strandline::raster
