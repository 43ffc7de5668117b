// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What a codec holds of a picture that it can't decode row by row.
#include "raster/gdal_codec_memory.hpp"

#include <algorithm>
#include <array>
#include <cpl_string.h>
#include <cpl_vsi_virtual.h>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace strandline::raster {
namespace {

struct FileCloser {
  void operator()(VSILFILE* file) const { VSIFCloseL(file); }
};
using FileHandle = std::unique_ptr<VSILFILE, FileCloser>;

std::optional<std::vector<std::uint8_t>> read_bytes(VSILFILE* file, std::size_t count) {
  std::vector<std::uint8_t> bytes(count);
  if (VSIFReadL(bytes.data(), 1, count, file) != count) return std::nullopt;
  return bytes;
}

std::int64_t big_endian(const std::vector<std::uint8_t>& bytes, std::size_t at, std::size_t count) {
  std::int64_t value = 0;
  for (std::size_t i = at; i < at + count; ++i) value = value * 256 + bytes[i];
  return value;
}

constexpr std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

// The body of a start-of-frame segment: precision 1, rows 2, cols 2, components 1, then id 1, sampling 1, table 1 each.
std::int64_t coefficient_bytes(const std::vector<std::uint8_t>& frame) {
  const auto components = static_cast<std::size_t>(frame[5]);
  if (frame.size() < 6 + 3 * components) return 0;
  const std::int64_t rows = big_endian(frame, 1, 2);
  const std::int64_t cols = big_endian(frame, 3, 2);
  std::int64_t most_across = 1;
  std::int64_t most_down = 1;
  for (std::size_t c = 0; c < components; ++c) {
    most_across = std::max<std::int64_t>(most_across, frame[7 + 3 * c] >> 4);
    most_down = std::max<std::int64_t>(most_down, frame[7 + 3 * c] & 15);
  }
  std::int64_t bytes = 0;
  for (std::size_t c = 0; c < components; ++c) {
    const std::int64_t blocks_across = divide_up(cols, 8 * most_across) * (frame[7 + 3 * c] >> 4);
    const std::int64_t blocks_down = divide_up(rows, 8 * most_down) * (frame[7 + 3 * c] & 15);
    bytes += blocks_across * blocks_down * 64 * 2;
  }
  return bytes;
}

// GDAL decodes an interlaced PNG in runs of rows of at most 100 MB, or one row, from the start each.
std::int64_t interlaced_png_bytes(GDALDataset& dataset, const std::string& path) {
  constexpr std::size_t kInterlaceAt = 28;
  const FileHandle file(VSIFOpenL(path.c_str(), "rb"));
  const auto header = file ? read_bytes(file.get(), kInterlaceAt + 1) : std::nullopt;
  if (!header || (*header)[kInterlaceAt] == 0) return 0;
  const std::int64_t sample = GDALGetDataTypeSizeBytes(dataset.GetRasterBand(1)->GetRasterDataType());
  const std::int64_t row = sample * dataset.GetRasterCount() * dataset.GetRasterXSize();
  const std::int64_t rows_held = std::clamp<std::int64_t>(100'000'000 / row, 1, dataset.GetRasterYSize());
  return row * rows_held + std::int64_t{dataset.GetRasterYSize()} * static_cast<std::int64_t>(sizeof(void*));
}

std::int64_t whole_picture_bytes(GDALDataset& dataset) {
  std::int64_t bytes = std::int64_t{dataset.GetRasterXSize()} * dataset.GetRasterYSize();  // below 2^62
  const std::int64_t pixel =
      std::int64_t{dataset.GetRasterCount()} * GDALGetDataTypeSizeBytes(dataset.GetRasterBand(1)->GetRasterDataType());
  return __builtin_mul_overflow(bytes, pixel, &bytes) ? INT64_MAX / 4 : bytes;
}

}  // namespace

std::int64_t jpeg_coefficient_bytes(const std::string& path) {
  const FileHandle file(VSIFOpenL(path.c_str(), "rb"));
  if (!file) return 0;
  auto marker = read_bytes(file.get(), 2);
  if (!marker || (*marker)[0] != 0xFF || (*marker)[1] != 0xD8) return 0;
  std::vector<std::uint8_t> frame;
  while ((marker = read_bytes(file.get(), 2)) && (*marker)[0] == 0xFF) {
    const std::uint8_t kind = (*marker)[1];
    if (kind == 0xFF) {  // fill byte: the second 0xFF may itself begin the marker
      VSIFSeekL(file.get(), VSIFTellL(file.get()) - 1, SEEK_SET);
      continue;
    }
    const auto length = read_bytes(file.get(), 2);
    if (!length || big_endian(*length, 0, 2) < 2) return 0;
    const auto body = read_bytes(file.get(), static_cast<std::size_t>(big_endian(*length, 0, 2) - 2));
    if (!body) return 0;
    const bool is_frame = kind >= 0xC0 && kind <= 0xCF && kind != 0xC4 && kind != 0xC8 && kind != 0xCC;
    if (is_frame && body->size() >= 6) {
      frame = *body;
      if (kind == 0xC2 || kind == 0xCA) return coefficient_bytes(frame);
    }
    if (kind == 0xDA) {  // start of scan: one that lacks a component is not the only one
      const bool one_scan = frame.empty() || body->empty() || (*body)[0] == frame[5];
      return one_scan ? 0 : coefficient_bytes(frame);
    }
  }
  return 0;
}

namespace {

// libtiff holds a block as it lies in the file while it decodes it, and a strip may be the whole picture. GDAL tells
// the size of each; a sample of them does, since strips are alike.
std::int64_t largest_stored_block(GDALDataset& dataset) {
  constexpr int kSample = 64;
  GDALRasterBand& band = *dataset.GetRasterBand(1);
  int block_cols = 0;
  int block_rows = 0;
  band.GetBlockSize(&block_cols, &block_rows);
  const int blocks_down = static_cast<int>(divide_up(dataset.GetRasterYSize(), block_rows));
  std::int64_t largest = 0;
  for (int i = 0; i < std::min(kSample, blocks_down); ++i) {
    const auto block = static_cast<int>(std::int64_t{i} * blocks_down / std::min(kSample, blocks_down));
    const char* bytes = band.GetMetadataItem(fmt::format("BLOCK_SIZE_0_{}", block).c_str(), "TIFF");
    if (bytes) largest = std::max<std::int64_t>(largest, std::atoll(bytes));
  }
  return largest;
}

// The pictures that a mosaic is made of are decoded each by its own codec.
std::int64_t mosaic_bytes(GDALDataset& dataset) {
  const CPLStringList files(dataset.GetFileList());
  std::int64_t bytes = 0;
  for (int i = 0; i < files.size(); ++i) bytes += jpeg_coefficient_bytes(files[i]);
  return bytes;
}

}  // namespace

std::int64_t codec_memory(GDALDataset& dataset, const std::string& path) {
  constexpr std::array<std::string_view, 4> kHoldAll = {"GIF", "WEBP", "HEIF", "XPM"};
  const std::string_view format = dataset.GetDriver() ? dataset.GetDriver()->GetDescription() : "";
  if (format == "JPEG") return jpeg_coefficient_bytes(path);
  if (format == "PNG") return interlaced_png_bytes(dataset, path);
  if (format == "GTiff") return largest_stored_block(dataset);
  if (format == "VRT") return mosaic_bytes(dataset);
  return std::ranges::find(kHoldAll, format) != kHoldAll.end() ? whole_picture_bytes(dataset) : 0;
}

}  // namespace strandline::raster
