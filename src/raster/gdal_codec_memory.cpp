// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What a codec holds of a picture that it can't decode row by row.
#include "raster/gdal_codec_memory.hpp"

#include <algorithm>
#include <array>
#include <cpl_conv.h>
#include <cpl_minixml.h>
#include <cpl_string.h>
#include <cpl_vsi_virtual.h>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "raster/big_endian.hpp"
#include "raster/gdal_file_handle.hpp"
#include "raster/gdal_scope.hpp"
#include "raster/jpeg2000_header.hpp"
#include "raster/saturating.hpp"

namespace strandline::raster {
namespace {

std::optional<std::vector<std::uint8_t>> read_bytes(VSILFILE* file, std::size_t count) {
  std::vector<std::uint8_t> bytes(count);
  if (VSIFReadL(bytes.data(), 1, count, file) != count) return std::nullopt;
  return bytes;
}

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

std::int64_t pixel_bytes(GDALDataset& dataset) {
  return saturating_product(dataset.GetRasterCount(),
                            GDALGetDataTypeSizeBytes(dataset.GetRasterBand(1)->GetRasterDataType()));
}

std::int64_t whole_picture_bytes(GDALDataset& dataset) {
  return saturating_product(dataset.GetRasterXSize(), dataset.GetRasterYSize(), pixel_bytes(dataset));
}

// Of all bands, as most codecs hold them together.
std::int64_t decoded_block_bytes(GDALDataset& dataset) {
  int block_cols = 0;
  int block_rows = 0;
  dataset.GetRasterBand(1)->GetBlockSize(&block_cols, &block_rows);
  return saturating_product(block_cols, block_rows, pixel_bytes(dataset));
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

std::int64_t stored_block_bytes(GDALRasterBand& band, std::int64_t block) {
  const char* bytes = band.GetMetadataItem(fmt::format("BLOCK_SIZE_0_{}", block).c_str(), "TIFF");
  return bytes ? std::atoll(bytes) : 0;
}

// GDAL tells the size of each; the first ones and a sample of the others do, since strips are alike. Strips that GDAL
// shows as rows are fewer than its blocks, and then the first ones are all there are.
std::int64_t largest_stored_block(GDALDataset& dataset) {
  constexpr std::int64_t kSample = 64;
  GDALRasterBand& band = *dataset.GetRasterBand(1);
  int block_cols = 0;
  int block_rows = 0;
  band.GetBlockSize(&block_cols, &block_rows);
  const std::int64_t blocks_down = divide_up(dataset.GetRasterYSize(), block_rows);
  const std::int64_t sample = std::min(kSample, blocks_down);
  std::int64_t largest = 0;
  for (std::int64_t i = 0; i < sample; ++i) {
    for (const std::int64_t block : {i, i * blocks_down / sample}) {
      largest = std::max(largest, stored_block_bytes(band, block));
    }
  }
  return largest;
}

// GDAL shows the rows of a large strip as its blocks. The strip then has as many rows as the strips that are there
// leave to each.
std::int64_t decoded_strip_bytes(GDALDataset& dataset) {
  const std::int64_t block = decoded_block_bytes(dataset);
  const std::int64_t picture = whole_picture_bytes(dataset);
  constexpr int kFewStrips = 64;
  GDALRasterBand& band = *dataset.GetRasterBand(1);
  int block_cols = 0;
  int block_rows = 0;
  band.GetBlockSize(&block_cols, &block_rows);
  if (block_rows > 1 || block_cols < dataset.GetRasterXSize()) return block;
  int strips = 0;
  while (strips < kFewStrips && stored_block_bytes(band, strips) > 0) ++strips;
  return std::max(block, strips > 0 ? divide_up(picture, strips) : picture);
}

// What libtiff's codecs hold beyond the block that GDAL caches and the block as it lies in the file, in quarters of the
// decoded block. Measured with GDAL 3.6 on strips and tiles of 64 MB, smooth and of noise, 8 and 16 bits: none, LZW,
// DEFLATE, PackBits and JPEG 0; LERC 1.02 to 1.14; LERC in another codec that, what it unpacks, and as a strip the rows
// besides, 3.0; WEBP 1.01; ZSTD and LZMA a window that may be as large as what is decoded.
struct CodecHolds {
  std::string_view compression;
  std::int64_t quarters;
};
constexpr std::array<CodecHolds, 8> kCodecsHold = {{{"LERC", 5},
                                                    {"LERC_DEFLATE", 13},
                                                    {"LERC_ZSTD", 13},
                                                    {"ZSTD", 5},
                                                    {"LZMA", 5},
                                                    {"WEBP", 5},
                                                    {"JXL", 5},
                                                    {"JPEG2000", 5}}};

// Interleaved bands are decoded together first.
std::int64_t tiff_bytes(GDALDataset& dataset) {
  const char* compression = dataset.GetMetadataItem("COMPRESSION", "IMAGE_STRUCTURE");
  const auto* const codec =
      std::ranges::find(kCodecsHold, std::string_view(compression ? compression : "NONE"), &CodecHolds::compression);
  const std::int64_t stored = largest_stored_block(dataset);
  if (codec != kCodecsHold.end()) {
    return saturating_sum(stored, saturating_product(codec->quarters, divide_up(decoded_strip_bytes(dataset), 4)));
  }
  return saturating_sum(stored, dataset.GetRasterCount() > 1 ? decoded_block_bytes(dataset) : 0);
}

// OpenJPEG holds what is stored of a tile, its tables and what it decodes of it: all, or where GDAL shows one large
// tile by blocks of 1024 x 1024, the part that a block needs. Measured with OpenJPEG 2.5 on tiles of 2000 to 14,000
// squared, smooth and of noise, 8 and 16 bits: the stored bytes, and 30 bytes a pixel of such a block; 9 bytes a pixel
// where a tile is decoded whole.
std::int64_t jpeg2000_bytes(GDALDataset& dataset, const std::string& path) {
  constexpr std::int64_t kWhole = 9;
  constexpr std::int64_t kInPart = 36;
  const auto header = read_jpeg2000_header(path);
  if (!header) return saturating_product(3, whole_picture_bytes(dataset));
  int block_cols = 0;
  int block_rows = 0;
  dataset.GetRasterBand(1)->GetBlockSize(&block_cols, &block_rows);
  const bool in_part = block_cols < header->tile_cols || block_rows < header->tile_rows;
  const std::int64_t decoded = in_part ? saturating_product(kInPart, block_cols, block_rows)
                                       : saturating_product(kWhole, header->tile_cols, header->tile_rows);
  const std::int64_t stored = divide_up(header->file_bytes, header->tiles);
  return saturating_sum(std::min(header->file_bytes, saturating_product(2, stored)), header->table_bytes(),
                        saturating_product(dataset.GetRasterCount(), decoded));
}

// GDAL shows rows of a field that it unpacks whole: the message, and two numbers of 8 bytes for each pixel. Measured on
// 16 and 25 million pixels, simply packed and in JPEG 2000: the stored bytes and 11 to 13 bytes a pixel.
std::int64_t grib_bytes(GDALDataset& dataset, const std::string& path) {
  VSIStatBufL status;
  const bool is_known = VSIStatL(path.c_str(), &status) == 0;
  return saturating_sum(is_known ? static_cast<std::int64_t>(status.st_size) : 0,
                        saturating_product(16, dataset.GetRasterXSize(), dataset.GetRasterYSize()));
}

std::int64_t codec_memory(GDALDataset& dataset, const std::string& path, int depth);

void collect_sources(const CPLXMLNode* node, const std::string& folder, std::set<std::string>& files) {
  for (; node; node = node->psNext) {
    if (node->eType != CXT_Element) continue;
    if (EQUAL(node->pszValue, "SourceFilename") || EQUAL(node->pszValue, "SourceDataset")) {
      const std::string file = CPLGetXMLValue(node, "", "");
      const bool relative = std::atoi(CPLGetXMLValue(node, "relativeToVRT", "0")) != 0;
      files.insert(relative ? CPLProjectRelativeFilename(folder.c_str(), file.c_str()) : file);
    }
    collect_sources(node->psChild, folder, files);
  }
}

std::set<std::string> sources_of(GDALDataset& mosaic) {
  std::set<std::string> files;
  char** text = mosaic.GetMetadata("xml:VRT");
  if (!text || !text[0]) return files;
  const std::unique_ptr<CPLXMLNode, decltype(&CPLDestroyXMLNode)> root(CPLParseXMLString(text[0]), &CPLDestroyXMLNode);
  collect_sources(root.get(), CPLGetPath(mosaic.GetDescription()), files);
  return files;
}

// Opening ten thousand pictures would take minutes. Of many, those that are largest on the disk have the largest
// blocks to hold; the size of what lies elsewhere is not asked for.
std::vector<std::string> some_of(const std::set<std::string>& files) {
  constexpr std::size_t kFew = 8;
  constexpr std::size_t kSample = 2;
  if (files.size() <= kFew) return {files.begin(), files.end()};
  std::vector<std::pair<std::int64_t, std::string>> by_size;
  for (const std::string& file : files) {
    VSIStatBufL status;
    const bool is_known = !file.starts_with("/vsi") && VSIStatL(file.c_str(), &status) == 0;
    by_size.emplace_back(is_known ? static_cast<std::int64_t>(status.st_size) : 0, file);
  }
  std::ranges::partial_sort(by_size, by_size.begin() + kSample, std::ranges::greater());
  std::vector<std::string> sample;
  for (std::size_t i = 0; i < kSample; ++i) sample.push_back(by_size[i].second);
  return sample;
}

// The pictures that a mosaic is made of are decoded each by its own codec, and stay open as long as GDAL's pool of 100
// has room. A block of a picture is kept however small the cache is.
std::int64_t mosaic_bytes(GDALDataset& dataset, int depth) {
  constexpr int kDeepest = 8;
  constexpr std::size_t kPool = 100;
  if (depth >= kDeepest) return 0;
  const std::set<std::string> files = sources_of(dataset);
  const std::vector<std::string> sample = some_of(files);
  std::int64_t sum = 0;
  std::int64_t largest = 0;
  std::int64_t block = 0;
  for (const std::string& file : sample) {
    const GdalScope quiet;  // one that is missing is told of when it is read
    const DatasetHandle picture = open_dataset(file);
    if (!picture || picture->GetRasterCount() == 0) continue;
    const std::int64_t bytes = codec_memory(*picture, file, depth + 1);
    sum = saturating_sum(sum, bytes);
    largest = std::max(largest, bytes);
    block = std::max(block, decoded_block_bytes(*picture));
  }
  if (sample.size() == files.size()) return saturating_sum(block, sum);
  return saturating_sum(block, saturating_product(largest, std::min(files.size(), kPool)));
}

std::int64_t codec_memory(GDALDataset& dataset, const std::string& path, int depth) {
  constexpr std::array<std::string_view, 4> kHoldAll = {"GIF", "WEBP", "HEIF", "XPM"};
  const std::string_view format = dataset.GetDriver() ? dataset.GetDriver()->GetDescription() : "";
  if (format == "JPEG") return jpeg_coefficient_bytes(path);
  if (format == "PNG") return interlaced_png_bytes(dataset, path);
  if (format == "GTiff") return tiff_bytes(dataset);
  if (format == "VRT") return mosaic_bytes(dataset, depth);
  if (format.starts_with("JP2")) return jpeg2000_bytes(dataset, path);
  if (format == "GRIB") return grib_bytes(dataset, path);
  if (std::ranges::find(kHoldAll, format) != kHoldAll.end()) return whole_picture_bytes(dataset);
  // What nobody has measured: a block as it is stored, as it is unpacked and as it is filtered.
  const char* compression = dataset.GetMetadataItem("COMPRESSION", "IMAGE_STRUCTURE");
  const bool by_picture = compression && EQUAL(compression, "JPEG2000");
  return saturating_product(3, by_picture ? whole_picture_bytes(dataset) : decoded_block_bytes(dataset));
}

}  // namespace

std::int64_t codec_memory(GDALDataset& dataset, const std::string& path) { return codec_memory(dataset, path, 0); }

}  // namespace strandline::raster
