// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Whether files of bare pixels are as long as their headers say.
#include "raster/gdal_raw_files.hpp"

#include <algorithm>
#include <cpl_conv.h>
#include <cpl_minixml.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <cstdint>
#include <rawdataset.h>
#include <set>
#include <string_view>
#include <vrtdataset.h>

#include <fmt/format.h>

#include <strandline/error.hpp>

#include "raster/gdal_file_handle.hpp"
#include "raster/gdal_scope.hpp"
#include "raster/netcdf_classic.hpp"

namespace strandline::raster {
namespace {

/// Where the pixels of a band lie in a file. Lines may run backwards.
struct RawLayout {
  std::int64_t offset = 0;
  std::int64_t pixel_stride = 0;
  std::int64_t line_stride = 0;
};

constexpr std::int64_t kPastAnyFile = INT64_MAX;

std::int64_t saturating_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? kPastAnyFile : sum;
}

/// The first byte past all pixels. A stride is a 32-bit number, and so are rows and columns.
std::int64_t end_of_pixels(GDALRasterBand& band, const RawLayout& layout) {
  const std::int64_t last_col = (band.GetXSize() - std::int64_t{1}) * std::max<std::int64_t>(layout.pixel_stride, 0);
  const std::int64_t last_row = (band.GetYSize() - std::int64_t{1}) * std::max<std::int64_t>(layout.line_stride, 0);
  const std::int64_t last_pixel = saturating_sum(layout.offset, saturating_sum(last_col, last_row));
  return saturating_sum(last_pixel, GDALGetDataTypeSizeBytes(band.GetRasterDataType()));
}

void check_length(const std::string& path, std::int64_t bytes, std::int64_t wanted) {
  if (bytes >= wanted) return;
  throw FileError(
      fmt::format("'{}' is truncated: it has {} bytes, its header speaks of {}; get it anew", path, bytes, wanted));
}

// The one raw format that GDAL takes for sparse where it ends early; in others, reading what is not there is an error.
bool is_envi(GDALDataset& dataset) {
  const char* compression = dataset.GetMetadataItem("file_compression", "ENVI");
  return std::string_view(dataset.GetDriverName()) == "ENVI" && (!compression || EQUAL(compression, "0"));
}

void check_band(RawRasterBand& band, const std::string& path) {
  VSILFILE* file = band.GetFPL();
  if (!file || VSIFSeekL(file, 0, SEEK_END) != 0) return;
  const auto offset = static_cast<std::int64_t>(std::min<vsi_l_offset>(band.GetImgOffset(), kPastAnyFile));
  check_length(path, static_cast<std::int64_t>(VSIFTellL(file)),
               end_of_pixels(band, {offset, band.GetPixelOffset(), band.GetLineOffset()}));
}

// A band of a VRT that reads a file by offset and strides keeps those to itself, but for the XML that it is written as.
void check_band(VRTRawRasterBand& band, const std::string& path) {
  const CPLXMLTreeCloser xml(band.SerializeToXML(""));
  const auto number = [&](const char* name) { return CPLAtoGIntBig(CPLGetXMLValue(xml.get(), name, "0")); };
  std::string name = CPLGetXMLValue(xml.get(), "SourceFilename", "");
  if (EQUAL(CPLGetXMLValue(xml.get(), "SourceFilename.relativeToVRT", "0"), "1")) {
    name = CPLProjectRelativeFilename(CPLGetDirname(path.c_str()), name.c_str());
  }
  VSIStatBufL status;
  if (VSIStatL(name.c_str(), &status) != 0) return;
  check_length(name, static_cast<std::int64_t>(status.st_size),
               end_of_pixels(band, {number("ImageOffset"), number("PixelOffset"), number("LineOffset")}));
}

void check_bands(GDALDataset& dataset, const std::string& path) {
  const bool envi = is_envi(dataset);
  for (int i = 1; i <= dataset.GetRasterCount(); ++i) {
    GDALRasterBand* band = dataset.GetRasterBand(i);
    auto* raw = dynamic_cast<RawRasterBand*>(band);
    if (raw && envi) check_band(*raw, path);
    if (auto* of_vrt = dynamic_cast<VRTRawRasterBand*>(band)) check_band(*of_vrt, path);
  }
}

void check_netcdf(GDALDataset& dataset) {
  const CPLStringList files(dataset.GetFileList());
  VSIStatBufL status;
  if (files.empty() || VSIStatL(files[0], &status) != 0) return;
  const std::optional<std::int64_t> wanted = netcdf_classic_length(files[0]);
  if (wanted) check_length(files[0], static_cast<std::int64_t>(status.st_size), *wanted);
}

// Of 256 bytes of header and then the pixels; the library behind this format doesn't look whether they are there.
void check_pcraster(GDALDataset& dataset, const std::string& path) {
  VSIStatBufL status;
  if (VSIStatL(path.c_str(), &status) != 0) return;
  GDALRasterBand& band = *dataset.GetRasterBand(1);
  const std::int64_t pixel = GDALGetDataTypeSizeBytes(band.GetRasterDataType());
  check_length(path, static_cast<std::int64_t>(status.st_size),
               end_of_pixels(band, {256, pixel, pixel * band.GetXSize()}));
}

/// A header of PCIDSK: numbers and names as text, in fields of fixed places.
class PcidskHeader {
 public:
  static constexpr std::int64_t kBlock = 512;  // what places and lengths in a file are counted in

  PcidskHeader(VSILFILE& file, std::int64_t offset) {
    if (VSIFSeekL(&file, static_cast<vsi_l_offset>(offset), SEEK_SET) != 0) return;
    text_.resize(VSIFReadL(text_.data(), 1, text_.size(), &file));
  }
  std::string text(std::size_t offset, std::size_t length) const {
    return offset < text_.size() ? CPLString(text_.substr(offset, length)).Trim() : CPLString();
  }
  std::int64_t number(std::size_t offset, std::size_t length) const {
    return std::clamp<std::int64_t>(CPLAtoGIntBig(text(offset, length).c_str()), 0, INT64_MAX / kBlock / 4);
  }

 private:
  std::string text_ = std::string(kBlock, ' ');
};

// A band may lie in a file of its own. What lies in tiles, "/SIS=", is found by tables that only the library reads.
void check_pcidsk_band(GDALRasterBand& band, const std::string& path, const PcidskHeader& header) {
  const std::string name = header.text(64, 64);
  VSIStatBufL status;
  const std::string file = CPLProjectRelativeFilename(CPLGetPath(path.c_str()), name.c_str());
  if (name.empty() || name.starts_with("/SIS=") || VSIStatL(file.c_str(), &status) != 0) return;
  check_length(file, static_cast<std::int64_t>(status.st_size),
               end_of_pixels(band, {header.number(168, 16), header.number(184, 8), header.number(192, 8)}));
}

// The library behind this format doesn't look whether the pixels are there.
void check_pcidsk(GDALDataset& dataset, const std::string& path) {
  constexpr std::int64_t kBlock = PcidskHeader::kBlock;
  const FileHandle file(VSIFOpenL(path.c_str(), "rb"));
  if (!file) return;
  const PcidskHeader header(*file, 0);
  if (header.text(360, 8) == "FILE") {
    for (int i = 0; i < dataset.GetRasterCount(); ++i) {
      const PcidskHeader of_band(*file, (header.number(336, 16) - 1) * kBlock + i * 2 * kBlock);
      check_pcidsk_band(*dataset.GetRasterBand(i + 1), path, of_band);
    }
  } else if (VSIFSeekL(file.get(), 0, SEEK_END) == 0) {
    check_length(path, static_cast<std::int64_t>(VSIFTellL(file.get())),
                 (header.number(304, 16) - 1 + header.number(320, 16)) * kBlock);
  }
}

// A mosaic of thousands of pictures is not to be opened one by one: only those may be ENVI that have a header beside
// them, only another VRT may name raw files, and a netCDF, a map of PCRaster or a PCIDSK has its own ending.
bool may_be_raw(const std::string& file) {
  VSIStatBufL status;
  const auto is_there = [&](const std::string& name) { return name != file && VSIStatL(name.c_str(), &status) == 0; };
  const char* extension = CPLGetExtension(file.c_str());
  for (const char* raw : {"vrt", "nc", "map", "pix"}) {
    if (EQUAL(extension, raw)) return true;
  }
  return is_there(CPLResetExtension(file.c_str(), "hdr")) || is_there(CPLResetExtension(file.c_str(), "HDR")) ||
         is_there(file + ".hdr");
}

void check(GDALDataset& dataset, const std::string& path, std::set<std::string>& seen) {
  if (!seen.insert(path).second) return;
  check_bands(dataset, path);
  const std::string_view driver = dataset.GetDriverName();
  if (driver == "netCDF") check_netcdf(dataset);
  if (driver == "PCIDSK") check_pcidsk(dataset, path);
  if (driver == "PCRaster") check_pcraster(dataset, path);
  if (driver != "VRT") return;
  const CPLStringList files(dataset.GetFileList());
  for (int i = 0; i < files.size(); ++i) {
    const std::string file = files[i];
    if (seen.contains(file) || !may_be_raw(file)) continue;
    const DatasetHandle source = open_dataset(file);
    if (source) check(*source, file, seen);
  }
}

}  // namespace

void check_raw_files(GDALDataset& dataset, const std::string& path) {
  std::set<std::string> seen;
  check(dataset, path, seen);
}

}  // namespace strandline::raster
