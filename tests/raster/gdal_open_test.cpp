// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What is a picture to GDAL though it looks like none, and what to do about what is none.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gdal_picture.hpp"
#include "temporary_folder.hpp"

namespace strandline::raster {
namespace {

using test::expect_contains;
using test::make_picture;
using test::message_of;
using test::PictureRecipe;
using test::read_picture;
using test::TemporaryFolder;
using test::write_file;

TEST(GdalOpen, AFolderMayBeAPicture) {
  const TemporaryFolder folder;
  GDALAllRegister();
  if (!GetGDALDriverManager()->GetDriverByName("Zarr")) GTEST_SKIP() << "this GDAL has no Zarr";
  PictureRecipe recipe;
  recipe.driver = "Zarr";
  make_picture(folder / "z.zarr", recipe);
  for (const std::string name : {"z.zarr", "z.zarr/"}) EXPECT_EQ(open_raster(folder / name)->info().format, "Zarr");
  write_file(folder / "z.zarr" / ".zgroup", "no JSON");
  write_file(folder / "z.zarr" / ".zmetadata", "no JSON");
  expect_contains(message_of<FileError>([&] { open_raster(folder / "z.zarr"); }), "is a folder");
}

std::string mosaic_of(const std::string& file) {
  return "<VRTDataset rasterXSize='11' rasterYSize='7'><VRTRasterBand dataType='Byte' band='1'><SimpleSource>"
         "<SourceFilename relativeToVRT='1'>" +
         file + "</SourceFilename><SourceBand>1</SourceBand></SimpleSource></VRTRasterBand></VRTDataset>";
}

// More than once, since GDAL remembers what it could not open once a mosaic of mosaics was read.
TEST(GdalOpen, AMosaicNamesWhatItLacks) {
  for (int round = 0; round < 3; ++round) {
    SCOPED_TRACE(round);
    const TemporaryFolder folder;
    write_file(folder / "a.vrt", mosaic_of("part.tif"));
    write_file(folder / "nested.vrt", mosaic_of("a.vrt"));
    for (const std::string name : {"a.vrt", "nested.vrt"}) {
      const std::string message = message_of<FileError>([&] { read_picture(folder / name); });
      expect_contains(message, "part.tif: No such file");
      expect_contains(message, "put the missing file back");
      EXPECT_EQ(message.find("get it anew"), std::string::npos) << message;
    }
    make_picture(folder / "part.tif", {});
    for (const std::string name : {"a.vrt", "nested.vrt"}) EXPECT_EQ(read_picture(folder / name).at(0, 0), 0);
    write_file(folder / "part.tif", "II no TIFF");
    expect_contains(message_of<FileError>([&] { read_picture(folder / "nested.vrt"); }), "a file that it is made of");
  }
}

TEST(GdalOpen, PackedFilesNameTheWayIn) {
  const TemporaryFolder folder;
  for (const auto& [name, prefix, inside] :
       {std::tuple("a.tif.gz", "/vsigzip/", "'"), std::tuple("a.ZIP", "/vsizip/", "/NAME'"),
        std::tuple("a.tar", "/vsitar/", "/NAME'"), std::tuple("a.tar.gz", "/vsitar/", "/NAME'"),
        std::tuple("a.tgz", "/vsitar/", "/NAME'"), std::tuple("a.tif.xz", "unpack it first", "")}) {
    const auto path = write_file(folder / name, std::string(200, '\x1F'));
    const std::string message = message_of<FileError>([&] { read_picture(path); });
    const bool can_be_read = std::string(prefix).starts_with("/vsi");
    expect_contains(message, can_be_read ? fmt::format("'{}{}{}", prefix, path.string(), inside) : prefix);
  }
}

}  // namespace
}  // namespace strandline::raster
