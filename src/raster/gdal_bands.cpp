// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Decides which bands of a GDAL dataset are read and how.
#include "raster/gdal_bands.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cpl_string.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <strandline/error.hpp>

#include "raster/gdal_nodata.hpp"

namespace strandline::raster {
namespace {

bool is_signed_byte(GDALRasterBand& band) {
  const char* type = band.GetMetadataItem("PIXELTYPE", "IMAGE_STRUCTURE");
  return band.GetRasterDataType() == GDT_Byte && type && EQUAL(type, "SIGNEDBYTE");
}

BufferType buffer_type_of(GDALRasterBand& band) {
  switch (band.GetRasterDataType()) {
    case GDT_Byte:
      return is_signed_byte(band) ? BufferType::s8 : BufferType::u8;
    case GDT_UInt16:
      return BufferType::u16;
    case GDT_Float32:
      return BufferType::f32;
    default:
      return BufferType::f64;
  }
}

PixelType pixel_type_of(BufferType type) {
  return type == BufferType::u8 ? PixelType::u8 : type == BufferType::u16 ? PixelType::u16 : PixelType::f32;
}

double full_scale_of(GDALRasterBand& band, PixelType type) {
  if (type == PixelType::f32) return 1;
  const int most = type == PixelType::u8 ? 8 : 16;
  const char* text = band.GetMetadataItem("NBITS", "IMAGE_STRUCTURE");
  const int bits = text ? std::atoi(text) : most;
  return std::exp2(bits >= 1 && bits <= most ? bits : most) - 1;
}

std::string list_bands(GDALDataset& dataset) {
  constexpr std::size_t kMost = 12;  // a hyperspectral file has hundreds
  std::vector<std::string> lines = describe_bands(dataset);
  const std::size_t all = lines.size();
  if (all > kMost) {
    lines.resize(kMost);
    lines.push_back("...");
  }
  return fmt::format("{} band{} ({})", all, all == 1 ? "" : "s", fmt::join(lines, "; "));
}

// The bands that hold the picture; empty when that is for the user to say. `mask` is the band that the user calls one.
std::vector<int> find_picture(GDALDataset& dataset, std::optional<int> mask) {
  if (dataset.GetRasterCount() == 1) return {1};
  const std::optional<int> alpha = find_band(dataset, GCI_AlphaBand);
  std::vector<int> shown;
  for (int i = 1; i <= dataset.GetRasterCount(); ++i) {
    if (i != alpha && i != mask) shown.push_back(i);
  }
  if (shown.size() == 1) return shown;
  const auto red = find_band(dataset, GCI_RedBand);
  const auto green = find_band(dataset, GCI_GreenBand);
  const auto blue = find_band(dataset, GCI_BlueBand);
  if (shown.size() == 3 && red && green && blue) return {*red, *green, *blue};
  return {};
}

void check_has_band(GDALDataset& dataset, const std::string& path, int band, std::string_view option) {
  if (band >= 1 && band <= dataset.GetRasterCount()) return;
  throw InvalidArgument(fmt::format("no band {} in '{}': it has {}; choose one of them with {} N", band, path,
                                    list_bands(dataset), option));
}

std::vector<int> wanted_bands(GDALDataset& dataset, const std::string& path, const OpenOptions& options) {
  if (options.band) check_has_band(dataset, path, *options.band, "--band");
  if (options.mask && *options.mask != kNoMask) check_has_band(dataset, path, *options.mask, "--mask");
  if (options.band) return {*options.band};
  std::vector<int> picture = find_picture(dataset, options.mask);
  if (picture.empty()) {
    throw InvalidArgument(fmt::format("don't know which band of '{}' to read: it has {}; choose one with --band N",
                                      path, list_bands(dataset)));
  }
  return picture;
}

void check_types(GDALDataset& dataset, const std::string& path, const std::vector<int>& bands) {
  GDALRasterBand& first = *dataset.GetRasterBand(bands[0]);
  for (const int number : bands) {
    GDALRasterBand& band = *dataset.GetRasterBand(number);
    const GDALDataType type = band.GetRasterDataType();
    if (type == GDT_Unknown || GDALDataTypeIsComplex(type)) {
      throw Unsupported(
          fmt::format("can't read band {} of '{}': its pixels are {}; convert them to a real type, such as "
                      "the magnitude, first",
                      number, path, stored_type(band)));
    }
    if (stored_type(band) != stored_type(first)) {
      throw Unsupported(
          fmt::format("can't make luma of '{}': its colours differ in type, it has {}; choose one with "
                      "--band N",
                      path, list_bands(dataset)));
    }
  }
}

PaletteEntry to_entry(const GDALColorEntry& colour, GDALPaletteInterp meaning) {
  const auto part = [](short value) { return static_cast<unsigned>(std::clamp<int>(value, 0, 255)); };
  if (meaning == GPI_Gray) return {static_cast<std::uint8_t>(part(colour.c1)), true};
  const unsigned luma = (77 * part(colour.c1) + 150 * part(colour.c2) + 29 * part(colour.c3) + 128) >> 8;
  return {static_cast<std::uint8_t>(luma), colour.c4 != 0};
}

std::vector<PaletteEntry> read_palette(GDALRasterBand& band, const std::string& path, BufferType type) {
  const GDALColorTable* table = band.GetColorTable();
  const bool indexed = type == BufferType::u8 || type == BufferType::u16;
  if (!table || !indexed || band.GetColorInterpretation() != GCI_PaletteIndex) return {};
  const GDALPaletteInterp meaning = table->GetPaletteInterpretation();
  if (meaning != GPI_RGB && meaning != GPI_Gray) {
    throw Unsupported(
        fmt::format("can't read the palette of '{}': its colours are {}, not RGB; convert it to RGB first", path,
                    GDALGetPaletteInterpretationName(meaning)));
  }
  std::vector<PaletteEntry> palette(type == BufferType::u8 ? 256 : 65536);  // indices past the table's end are black
  const auto colours = std::min(palette.size(), static_cast<std::size_t>(table->GetColorEntryCount()));
  for (std::size_t i = 0; i < colours; ++i) {
    palette[i] = to_entry(*table->GetColorEntry(static_cast<int>(i)), meaning);
  }
  return palette;
}

std::string describe_reading(const BandChoice& choice) {
  std::string text = choice.bands.size() == 3 ? fmt::format("luma of bands {}", fmt::join(choice.bands, ", "))
                                              : fmt::format("band {}", choice.bands[0]);
  if (!choice.rules.palette.empty()) text += ", luma of its palette";
  return text;
}

}  // namespace

BandChoice choose_bands(GDALDataset& dataset, const std::string& path, const OpenOptions& options) {
  BandChoice choice;
  choice.bands = wanted_bands(dataset, path, options);
  check_types(dataset, path, choice.bands);
  GDALRasterBand& first = *dataset.GetRasterBand(choice.bands[0]);
  PixelRules& rules = choice.rules;
  rules.buffer_type = buffer_type_of(first);
  rules.pixel_type = pixel_type_of(rules.buffer_type);
  rules.bands = static_cast<int>(choice.bands.size());
  rules.has_64_bit_integers = first.GetRasterDataType() == GDT_Int64 || first.GetRasterDataType() == GDT_UInt64;
  choice.full_scale = 0;
  for (const int number : choice.bands) {
    choice.full_scale = std::max(choice.full_scale, full_scale_of(*dataset.GetRasterBand(number), rules.pixel_type));
  }
  if (choice.bands.size() == 1) rules.palette = read_palette(first, path, rules.buffer_type);
  if (!rules.palette.empty()) {
    rules.pixel_type = PixelType::u8;
    choice.full_scale = 255;
  }
  choice.nodata = choose_nodata(dataset, path, options.mask, choice.bands, rules);
  choice.reading = describe_reading(choice);
  return choice;
}

std::optional<int> find_band(GDALDataset& dataset, GDALColorInterp meaning) {
  for (int i = 1; i <= dataset.GetRasterCount(); ++i) {
    if (dataset.GetRasterBand(i)->GetColorInterpretation() == meaning) return i;
  }
  return std::nullopt;
}

std::string stored_type(GDALRasterBand& band) {
  return is_signed_byte(band) ? "Int8" : GDALGetDataTypeName(band.GetRasterDataType());
}

std::vector<std::string> describe_bands(GDALDataset& dataset) {
  std::vector<std::string> lines;
  for (int i = 1; i <= dataset.GetRasterCount(); ++i) {
    GDALRasterBand& band = *dataset.GetRasterBand(i);
    std::string line =
        fmt::format("{}: {}, {}", i, stored_type(band), GDALGetColorInterpretationName(band.GetColorInterpretation()));
    if (const char* name = band.GetDescription(); name && *name) line += fmt::format(", {}", name);
    if (const auto nodata = nodata_of(band)) line += fmt::format(", nodata {}", *nodata);
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace strandline::raster
