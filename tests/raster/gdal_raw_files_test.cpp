// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Files of bare pixels that end early are errors, whatever stands before the pixels and whoever names the file.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gdal_picture.hpp"
#include "temporary_folder.hpp"

namespace strandline::raster {
namespace {

using test::read_picture;
using test::TemporaryFolder;
using test::write_file;

constexpr int kRows = 6;
constexpr int kCols = 10;
constexpr int kBands = 2;

std::string pixels_behind(int header_bytes, int count = kRows * kCols * kBands) {
  return std::string(static_cast<std::size_t>(header_bytes), 'h') + std::string(static_cast<std::size_t>(count), 'p');
}

/// Reads band 1 of `name` with the last `cut` bytes of `data` gone.
void expect_noticed(const std::filesystem::path& name, const std::filesystem::path& data, int cut) {
  const std::string whole = test::read_file(data);
  EXPECT_EQ(read_picture(name, {1}).at(kRows - 1, 0), 'p') << "the whole file is read";
  write_file(data, whole.substr(0, whole.size() - static_cast<std::size_t>(cut)));
  const std::string message = test::message_of<FileError>([&] { read_picture(name, {1}); });
  EXPECT_NE(message.find("truncated"), std::string::npos) << name << " " << cut << message;
  write_file(data, whole);
}

void write_envi(const std::filesystem::path& data, int header_bytes, const std::string& interleave) {
  write_file(data, pixels_behind(header_bytes));
  std::filesystem::path header = data;
  write_file(header.replace_extension("hdr"),
             fmt::format("ENVI\nsamples = {}\nlines = {}\nbands = {}\nheader offset = {}\nfile type = ENVI Standard\n"
                         "data type = 1\ninterleave = {}\nbyte order = 0\n",
                         kCols, kRows, kBands, header_bytes, interleave));
}

std::string mosaic_of(const std::string& file, int cols = kCols) {
  return fmt::format(
      "<VRTDataset rasterXSize='{0}' rasterYSize='{1}'><VRTRasterBand dataType='Byte' band='1'><SimpleSource>"
      "<SourceFilename relativeToVRT='1'>{2}</SourceFilename><SourceBand>1</SourceBand>"
      "<SrcRect xOff='0' yOff='0' xSize='{0}' ySize='{1}'/><DstRect xOff='0' yOff='0' xSize='{0}' ySize='{1}'/>"
      "</SimpleSource></VRTRasterBand></VRTDataset>",
      cols, kRows, file);
}

TEST(GdalRawFiles, EnviCutByAnyNumberOfBytes) {
  const TemporaryFolder folder;
  for (const int header_bytes : {0, 1, 512}) {
    for (const std::string interleave : {"bsq", "bil", "bip"}) {
      SCOPED_TRACE(fmt::format("{} {}", header_bytes, interleave));
      write_envi(folder / "a.img", header_bytes, interleave);
      for (const int cut : {1, std::max(header_bytes, 1), header_bytes + 1}) {
        expect_noticed(folder / "a.img", folder / "a.img", cut);
      }
    }
  }
}

TEST(GdalRawFiles, EnviWithinMosaics) {
  const TemporaryFolder folder;
  write_envi(folder / "a.img", 512, "bsq");
  write_file(folder / "a.vrt", mosaic_of("a.img"));
  write_file(folder / "nested.vrt", mosaic_of("a.vrt"));
  for (const std::string name : {"a.vrt", "nested.vrt"}) {
    for (const int cut : {1, 512, 600}) expect_noticed(folder / name, folder / "a.img", cut);
  }
}

TEST(GdalRawFiles, BandsOfAVrtThatReadAFileByOffsets) {
  const TemporaryFolder folder;
  write_file(folder / "a.raw", pixels_behind(100, kRows * kCols));
  for (const std::string& file : {std::string("relativeToVRT='1'>a.raw"), ">" + (folder / "a.raw").string()}) {
    write_file(folder / "a.vrt",
               fmt::format("<VRTDataset rasterXSize='{0}' rasterYSize='{1}'><VRTRasterBand dataType='Byte' band='1' "
                           "subClass='VRTRawRasterBand'><SourceFilename {2}</SourceFilename><ImageOffset>100"
                           "</ImageOffset><PixelOffset>1</PixelOffset><LineOffset>{0}</LineOffset></VRTRasterBand>"
                           "</VRTDataset>",
                           kCols, kRows, file));
    write_file(folder / "nested.vrt", mosaic_of("a.vrt"));
    for (const int cut : {1, 100, 120}) {
      expect_noticed(folder / "a.vrt", folder / "a.raw", cut);
      expect_noticed(folder / "nested.vrt", folder / "a.raw", cut);
    }
  }
}

TEST(GdalRawFiles, PcidskByBandsByPixelsAndByFiles) {
  for (const std::string interleaving : {"BAND", "PIXEL", "FILE"}) {
    const TemporaryFolder folder;
    test::PictureRecipe recipe;
    recipe.driver = "PCIDSK";
    recipe.rows = kRows;
    recipe.cols = 600;  // so that the last line is longer than what fills up the last block
    recipe.bands = {GCI_GrayIndex, GCI_Undefined};
    recipe.creation_options = {"INTERLEAVING=" + interleaving};
    recipe.pixel = [](int, int, int) { return 'p'; };
    make_picture(folder / "a.pix", recipe);
    write_file(folder / "a.vrt", mosaic_of("a.pix"));
    const bool in_files = interleaving == "FILE";
    const auto data = folder / (in_files ? "a.001" : "a.pix");
    const int behind_pixels = in_files ? 0 : 8 * 512;  // a segment of the georeference
    expect_noticed(folder / "a.pix", data, behind_pixels + 600);
    // GDAL complains of the files of whole ones, too, when a mosaic opens them.
    if (!in_files) expect_noticed(folder / "a.vrt", data, behind_pixels + 600);
  }
}

// Of a few columns of long lines GDAL reads each piece by itself, and makes up zeros for what is not there.
TEST(GdalRawFiles, AFewColumnsOfLongLines) {
  const TemporaryFolder folder;
  constexpr int kLine = 60000;
  write_file(folder / "a.bil", pixels_behind(0, kLine * kRows));
  write_file(folder / "a.hdr",
             fmt::format("BYTEORDER I\nLAYOUT BIL\nNROWS {}\nNCOLS {}\nNBANDS 1\nNBITS 8\n", kRows, kLine));
  write_file(folder / "a.vrt", mosaic_of("a.bil"));
  expect_noticed(folder / "a.vrt", folder / "a.bil", 2 * kLine);
}

}  // namespace
}  // namespace strandline::raster
