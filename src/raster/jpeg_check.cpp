// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Finds the damage that a JPEG's harmless faults hide.
#include "raster/jpeg_check.hpp"

#include <algorithm>
#include <array>
#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "raster/gdal_file_handle.hpp"
#include "raster/gdal_scope.hpp"

namespace strandline::raster {
namespace {

FileHandle open_file(const std::string& name) { return FileHandle(VSIFOpenL(name.c_str(), "rb")); }

/// A file of GDAL's in memory, under a name of its own.
class MemoryFile {
 public:
  MemoryFile(std::string content, std::string_view what)
      : content_(std::move(content)), name_(fmt::format("/vsimem/strandline-{}-{}", fmt::ptr(this), what)) {
    auto* bytes = reinterpret_cast<GByte*>(content_.data());
    VSIFCloseL(VSIFileFromMemBuffer(name_.c_str(), bytes, content_.size(), FALSE));
  }
  ~MemoryFile() { VSIUnlink(name_.c_str()); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  const std::string& name() const { return name_; }

 private:
  std::string content_;
  std::string name_;
};

/// Where a JPEG lies in a file.
struct Extent {
  std::string file;
  std::uint64_t offset;
  std::uint64_t bytes;
};

std::optional<std::uint8_t> read_byte(VSILFILE* file) {
  std::uint8_t byte = 0;
  return VSIFReadL(&byte, 1, 1, file) == 1 ? std::optional(byte) : std::nullopt;
}

// Whatever stands before it is stray.
std::optional<std::uint8_t> read_marker(VSILFILE* file) {
  std::optional<std::uint8_t> byte = read_byte(file);
  while (byte) {
    while (byte && *byte != 0xFF) byte = read_byte(file);
    while (byte && *byte == 0xFF) byte = read_byte(file);
    if (byte && *byte != 0) return byte;
  }
  return std::nullopt;
}

/// A JPEG's segments up to the data of its first scan, without what libjpeg could find fault with and go on.
class MendedHeader {
 public:
  /// Whether the file goes on with the scan's data. One may hold the tables of another.
  bool append(VSILFILE* file) {
    while (const auto marker = read_marker(file)) {
      if (*marker == kEndOfImage) return false;
      const bool stands_alone = *marker == 0x01 || (*marker >= 0xD0 && *marker <= kStartOfImage);
      if (stands_alone) continue;
      std::array<std::uint8_t, 2> length{};
      if (VSIFReadL(length.data(), 1, 2, file) != 2 || length[0] * 256 + length[1] < 2) return false;
      std::string body(static_cast<std::size_t>(length[0] * 256 + length[1] - 2), '\0');
      if (VSIFReadL(body.data(), 1, body.size(), file) != body.size()) return false;
      append(*marker, std::move(body));
      if (*marker == kStartOfScan) return true;
    }
    return false;
  }

  const std::string& bytes() const { return bytes_; }

 private:
  static constexpr std::uint8_t kStartOfImage = 0xD8;
  static constexpr std::uint8_t kEndOfImage = 0xD9;
  static constexpr std::uint8_t kStartOfScan = 0xDA;

  void append(std::uint8_t marker, std::string body) {
    const bool for_programs = (marker >= 0xE0 && marker <= 0xEF) || marker == 0xFE;  // APPn and comments
    if (for_programs) return;
    if (marker == 0xC0 || marker == 0xC1 || marker == 0xC9) is_sequential_ = true;
    // Coefficients 0 to 63, in full precision: what a sequential scan holds whatever it says.
    if (marker == kStartOfScan && is_sequential_ && body.size() > 3) body.replace(body.size() - 3, 3, {0, 63, 0});
    bytes_ += {'\xFF', static_cast<char>(marker)};
    bytes_ += {static_cast<char>((body.size() + 2) >> 8), static_cast<char>(body.size() + 2)};
    bytes_ += body;
  }

  std::string bytes_ = "\xFF\xD8";
  bool is_sequential_ = false;
};

std::string region(const std::string& file, std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  const std::unique_ptr<char, decltype(&VSIFree)> name(CPLEscapeString(file.c_str(), -1, CPLES_XML), &VSIFree);
  return fmt::format(
      "<SubfileRegion><Filename>{}</Filename><DestinationOffset>{}</DestinationOffset><SourceOffset>{}</SourceOffset>"
      "<RegionLength>{}</RegionLength></SubfileRegion>",
      name.get(), to, from, bytes);
}

/// What GDAL says of damage when it decodes the whole picture.
std::string decode(const std::string& name) {
  const GdalScope scope(GdalScope::Sidecars::ignored);
  const std::array<const char*, 2> drivers = {"JPEG", nullptr};
  const unsigned flags = GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR;
  const DatasetHandle picture(GDALDataset::Open(name.c_str(), flags, drivers.data()));
  bool good = picture != nullptr;
  std::vector<std::uint8_t> row(static_cast<std::size_t>(good ? picture->GetRasterXSize() : 0));
  for (int y = 0; good && y < picture->GetRasterYSize(); ++y) {
    const int cols = picture->GetRasterXSize();
    good = picture->GetRasterBand(1)->RasterIO(GF_Read, 0, y, cols, 1, row.data(), cols, 1, GDT_Byte, 0, 0, nullptr) ==
           CE_None;
  }
  return good && !scope.failed() && !scope.warned_of_damage() ? "" : scope.reason();
}

/// `tables`, if any, is a JPEG that holds them for others.
std::string damage_of(const Extent& jpeg, const std::string& tables) {
  MendedHeader header;
  if (!tables.empty()) header.append(open_file(tables).get());
  const FileHandle file = open_file(jpeg.file);
  if (!file || VSIFSeekL(file.get(), jpeg.offset, SEEK_SET) != 0 || !header.append(file.get())) return "no scan in it";
  const std::uint64_t scan = VSIFTellL(file.get());
  const std::uint64_t end = jpeg.offset + jpeg.bytes;
  if (scan > end) return "no scan in it";
  const std::uint64_t header_bytes = header.bytes().size();
  const MemoryFile mended(header.bytes(), "header.jpg");
  const MemoryFile whole(
      fmt::format("<VSISparseFile><Length>{}</Length>{}{}</VSISparseFile>", header_bytes + end - scan,
                  region(mended.name(), 0, 0, header_bytes), region(jpeg.file, header_bytes, scan, end - scan)),
      "jpeg.xml");
  return decode("/vsisparse/" + whole.name());
}

std::string damage_of_files(GDALDataset& dataset, int depth) {
  constexpr int kDeepestMosaic = 8;
  const CPLStringList files(dataset.GetFileList());
  for (int i = 0; i < files.size(); ++i) {
    const std::string name = files[i];
    const FileHandle file = open_file(name);
    std::string damage;
    if (file && read_byte(file.get()) == 0xFF && read_byte(file.get()) == 0xD8) {
      VSIFSeekL(file.get(), 0, SEEK_END);
      damage = damage_of({name, 0, VSIFTellL(file.get())}, {});
    } else if (EQUAL(CPLGetExtension(name.c_str()), "vrt") && name != dataset.GetDescription() &&
               depth < kDeepestMosaic) {
      const DatasetHandle mosaic = open_dataset(name);
      if (mosaic) damage = damage_of_files(*mosaic, depth + 1);
    }
    if (!damage.empty()) return damage;
  }
  return {};
}

std::string tables_of(GDALRasterBand& band) {
  const char* hex = band.GetMetadataItem("JPEGTABLES", "TIFF");
  int count = 0;
  const std::unique_ptr<GByte, decltype(&VSIFree)> bytes(hex ? CPLHexToBinary(hex, &count) : nullptr, &VSIFree);
  return bytes ? std::string(reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(count)) : "";
}

std::string damage_of_blocks(GDALDataset& tiff, int band_number, std::int64_t first_row, std::int64_t rows) {
  GDALRasterBand& band = *tiff.GetRasterBand(band_number);
  int block_cols = 0;
  int block_rows = 0;
  band.GetBlockSize(&block_cols, &block_rows);
  const MemoryFile tables(tables_of(band), "tables.jpg");
  for (std::int64_t y = first_row / block_rows; y * block_rows < first_row + rows; ++y) {
    for (int x = 0; std::int64_t{x} * block_cols < band.GetXSize(); ++x) {
      const auto number = [&](const char* what) -> std::uint64_t {
        const char* text = band.GetMetadataItem(fmt::format("BLOCK_{}_{}_{}", what, x, y).c_str(), "TIFF");
        return text ? static_cast<std::uint64_t>(std::strtoull(text, nullptr, 10)) : 0;
      };
      const Extent block{tiff.GetDescription(), number("OFFSET"), number("SIZE")};
      if (block.bytes == 0) continue;  // sparse
      std::string damage = damage_of(block, tables.name());
      if (!damage.empty()) return damage;
    }
  }
  return {};
}

}  // namespace

std::string find_hidden_jpeg_damage(GDALDataset& dataset, std::int64_t first_row, std::int64_t rows) {
  if (!EQUAL(dataset.GetDriverName(), "GTiff")) return damage_of_files(dataset, 0);
  const char* interleave = dataset.GetMetadataItem("INTERLEAVE", "IMAGE_STRUCTURE");
  const int bands = interleave && EQUAL(interleave, "PIXEL") ? 1 : dataset.GetRasterCount();
  std::string damage;
  for (int band = 1; band <= bands && damage.empty(); ++band) {
    damage = damage_of_blocks(dataset, band, first_row, rows);
  }
  return damage;
}

}  // namespace strandline::raster
