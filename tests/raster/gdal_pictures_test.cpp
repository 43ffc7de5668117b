// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Files that hold several pictures, of which one is read: the user is told, and of nothing else.
#include <cpl_conv.h>

#include <gtest/gtest.h>

#include "gdal_picture.hpp"
#include "temporary_folder.hpp"

namespace strandline::raster {
namespace {

using test::make_picture;
using test::PictureRecipe;
using test::TemporaryFolder;

std::vector<std::string> warnings_of(const std::filesystem::path& path, const OpenOptions& options = {}) {
  return open_gdal(path, options)->info().warnings;
}

std::filesystem::path make_pages(const std::filesystem::path& path, int pages) {
  make_picture(path, {});
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GTiff");
  for (int page = 2; page <= pages; ++page) {
    GDALDataset* first = GDALDataset::Open(path.c_str());
    const char* const options[] = {"APPEND_SUBDATASET=YES", nullptr};
    GDALDataset* copy = driver->CreateCopy(path.c_str(), first, FALSE, const_cast<char**>(options), nullptr, nullptr);
    EXPECT_TRUE(copy);
    GDALClose(copy);
    GDALClose(first);
  }
  return path;
}

TEST(GdalPictures, PagesOfATiffAreCountedAndNamed) {
  const TemporaryFolder folder;
  const auto path = make_pages(folder / "a.tif", 5);
  const auto warnings = warnings_of(path);
  ASSERT_EQ(warnings.size(), 1U);
  test::expect_contains(warnings[0], "holds 5 pictures and only the first is read");
  const std::string second = "GTIFF_DIR:2:" + path.string();
  test::expect_contains(warnings[0], "'" + second + "'");
  test::expect_contains(warnings[0], "GTIFF_DIR:3:" + path.string() + "', ...");
  EXPECT_TRUE(warnings_of(second).empty()) << "the page was chosen";
}

TEST(GdalPictures, OverviewsAndMasksAreNoPages) {
  const TemporaryFolder folder;
  PictureRecipe recipe;
  recipe.rows = recipe.cols = 64;
  recipe.creation_options = {"TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16"};
  recipe.complete = [](GDALDataset& dataset) {
    CPLSetThreadLocalConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES");
    dataset.CreateMaskBand(GMF_PER_DATASET);
    test::fill(*dataset.GetRasterBand(1)->GetMaskBand(), [](int, int) { return 255; });
    const int levels[] = {2, 4};
    EXPECT_EQ(dataset.BuildOverviews("NEAREST", 2, const_cast<int*>(levels), 0, nullptr, nullptr, nullptr), CE_None);
    CPLSetThreadLocalConfigOption("GDAL_TIFF_INTERNAL_MASK", nullptr);
  };
  const auto path = make_picture(folder / "a.tif", recipe);
  EXPECT_TRUE(warnings_of(path).empty());
  EXPECT_NE(open_gdal(path, {})->info().mask, "none");
}

TEST(GdalPictures, FramesOfAnimationsThatGdalDoesNotSpeakOf) {
  const TemporaryFolder folder;
  PictureRecipe recipe;
  recipe.driver = "GIF";
  const std::string gif = test::read_file(make_picture(folder / "one.gif", recipe));
  EXPECT_TRUE(warnings_of(folder / "one.gif").empty());
  using std::string_literals::operator""s;
  const std::string frame_of_one_pixel = "\x2C\0\0\0\0\1\0\1\0\0\2\2\x44\1\0"s;
  test::write_file(folder / "a.gif", gif.substr(0, gif.size() - 1) + frame_of_one_pixel + ";");
  ASSERT_EQ(warnings_of(folder / "a.gif").size(), 1U);
  test::expect_contains(warnings_of(folder / "a.gif")[0], "is animated and only its first frame is read");

  recipe.driver = "PNG";
  const std::string png = test::read_file(make_picture(folder / "one.png", recipe));
  EXPECT_TRUE(warnings_of(folder / "one.png").empty());
  const std::string three_frames = "\0\0\0\x08"s + "acTL\0\0\0\3\0\0\0\0"s + "\xCE\xED\xBA\xC0"s;
  const std::string one_frame = "\0\0\0\x08"s + "acTL\0\0\0\1\0\0\0\0"s + "\xB4\x2D\xE9\xA0"s;
  constexpr std::size_t kAfterHeader = 33;
  test::write_file(folder / "a.png", std::string(png).insert(kAfterHeader, three_frames));
  ASSERT_EQ(warnings_of(folder / "a.png").size(), 1U);
  test::write_file(folder / "a.png", std::string(png).insert(kAfterHeader, one_frame));
  EXPECT_TRUE(warnings_of(folder / "a.png").empty());
}

}  // namespace
}  // namespace strandline::raster
