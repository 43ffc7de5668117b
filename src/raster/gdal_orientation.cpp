// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which way up viewers show a picture: the Orientation of TIFF and EXIF.
#include "raster/gdal_orientation.hpp"

#include <array>
#include <cpl_string.h>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "raster/tiff_directory.hpp"

namespace strandline::raster {
namespace {

/// How a file is made of named chunks.
struct ChunkLayout {
  std::uint64_t first = 0;       // offset of the first chunk
  std::string_view name;         // of the one that holds EXIF
  bool length_is_first = false;  // before the name, else after it
  bool is_big_endian = false;    // the length
  std::uint64_t checksum_bytes = 0;
  std::uint64_t alignment = 1;  // of the content
};
constexpr ChunkLayout kPng = {8, "eXIf", true, true, 4, 1};
constexpr ChunkLayout kWebp = {12, "EXIF", false, false, 0, 2};

// Some writers keep JPEG's name of the segment before the TIFF stream.
std::uint64_t after_exif_name(VSILFILE& file, std::uint64_t begin) {
  std::array<char, 6> name{};
  const bool named = VSIFSeekL(&file, begin, SEEK_SET) == 0 && VSIFReadL(name.data(), 1, 6, &file) == 6 &&
                     std::memcmp(name.data(), "Exif\0\0", 6) == 0;
  return named ? begin + 6 : begin;
}

int orientation_in_chunks(VSILFILE& file, const ChunkLayout& layout) {
  std::uint64_t begin = layout.first;
  std::array<std::uint8_t, 8> head{};
  while (VSIFSeekL(&file, begin, SEEK_SET) == 0 && VSIFReadL(head.data(), 1, 8, &file) == 8) {
    const std::uint8_t* length = head.data() + (layout.length_is_first ? 0 : 4);
    const char* name = reinterpret_cast<const char*>(head.data()) + (layout.length_is_first ? 4 : 0);
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < 4; ++i) bytes = bytes << 8 | length[layout.is_big_endian ? i : 3 - i];
    begin += 8;
    if (std::string_view(name, 4) == layout.name) return tiff_orientation(file, after_exif_name(file, begin));
    begin += (bytes + layout.alignment - 1) / layout.alignment * layout.alignment + layout.checksum_bytes;
  }
  return 1;
}

int orientation_in_tiff(VSILFILE& file, GDALDataset& dataset) {
  // That of the page which was opened.
  const char* offset = dataset.GetRasterBand(1)->GetMetadataItem("IFD_OFFSET", "TIFF");
  if (!offset) return 1;
  return tiff_orientation(file, 0, CPLScanUIntBig(offset, static_cast<int>(std::strlen(offset))));
}

}  // namespace

int read_orientation(GDALDataset& dataset) {
  const std::string_view driver = dataset.GetDriverName();
  if (driver == "JPEG") {
    const char* told = dataset.GetMetadataItem("EXIF_Orientation");
    return told && std::strlen(told) == 1 && *told >= '1' && *told <= '8' ? *told - '0' : 1;
  }
  const CPLStringList files(dataset.GetFileList());
  if (files.empty() || dataset.GetRasterCount() == 0 || (driver != "GTiff" && driver != "PNG" && driver != "WEBP"))
    return 1;
  const std::unique_ptr<VSILFILE, int (*)(VSILFILE*)> file(VSIFOpenL(files[0], "rb"), VSIFCloseL);
  if (!file) return 1;
  if (driver == "GTiff") return orientation_in_tiff(*file, dataset);
  return orientation_in_chunks(*file, driver == "PNG" ? kPng : kWebp);
}

}  // namespace strandline::raster
