// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Makes small pictures by GDAL itself and reads whole pictures through our source.
#pragma once

#include <algorithm>
#include <cmath>
#include <cpl_string.h>
#include <cstring>
#include <filesystem>
#include <functional>
#include <gdal_priv.h>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <strandline/error.hpp>

#include "raster/gdal.hpp"

namespace strandline::test {

inline std::filesystem::path testdata(const std::string& name) {
  return std::filesystem::path(STRANDLINE_TESTDATA) / name;
}

struct PictureRecipe {
  std::string driver = "GTiff";
  GDALDataType type = GDT_Byte;
  int rows = 7;
  int cols = 11;
  std::vector<GDALColorInterp> bands = {GCI_GrayIndex};
  std::vector<std::string> creation_options;
  /// (band from 0, row, col)
  std::function<double(int, int, int)> pixel = [](int band, int row, int col) { return 20 * band + 11 * row + col; };
  /// Before the pixels are written.
  std::function<void(GDALDataset&)> declare = [](GDALDataset&) {};
  /// After the pixels are written.
  std::function<void(GDALDataset&)> complete = [](GDALDataset&) {};
};

inline void fill(GDALRasterBand& band, const std::function<double(int, int)>& pixel) {
  std::vector<double> row(static_cast<std::size_t>(band.GetXSize()));
  for (int y = 0; y < band.GetYSize(); ++y) {
    for (int x = 0; x < band.GetXSize(); ++x) row[static_cast<std::size_t>(x)] = pixel(y, x);
    const CPLErr status =
        band.RasterIO(GF_Write, 0, y, band.GetXSize(), 1, row.data(), band.GetXSize(), 1, GDT_Float64, 0, 0, nullptr);
    if (status != CE_None) throw std::runtime_error("can't write a picture for a test");
  }
}

/// Drivers that only copy get their picture from memory.
inline std::filesystem::path make_picture(const std::filesystem::path& path, const PictureRecipe& recipe) {
  GDALAllRegister();
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName(recipe.driver.c_str());
  const bool by_copy = recipe.driver != "GTiff" && recipe.driver != "ENVI";
  GDALDriver* maker = by_copy ? GetGDALDriverManager()->GetDriverByName("MEM") : driver;
  CPLStringList options;
  for (const std::string& option : recipe.creation_options) options.AddString(option.c_str());
  GDALDataset* picture = maker->Create(path.c_str(), recipe.cols, recipe.rows, static_cast<int>(recipe.bands.size()),
                                       recipe.type, by_copy ? nullptr : options.List());
  if (!picture) throw std::runtime_error("can't make a picture for a test");
  for (std::size_t b = 0; b < recipe.bands.size(); ++b) {
    picture->GetRasterBand(static_cast<int>(b) + 1)->SetColorInterpretation(recipe.bands[b]);
  }
  recipe.declare(*picture);
  for (int b = 0; b < static_cast<int>(recipe.bands.size()); ++b) {
    fill(*picture->GetRasterBand(b + 1), [&](int row, int col) { return recipe.pixel(b, row, col); });
  }
  recipe.complete(*picture);
  if (by_copy) {
    CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", "NO");
    GDALDataset* copy = driver->CreateCopy(path.c_str(), picture, FALSE, options.List(), nullptr, nullptr);
    if (!copy) throw std::runtime_error("can't copy a picture for a test");
    GDALClose(copy);
    CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", nullptr);
  }
  GDALClose(picture);
  return path;
}

struct PictureRead {
  RasterInfo info;
  std::vector<double> pixels;       // (rows, cols)
  std::vector<std::uint8_t> valid;  // the same; empty without validity
  std::vector<std::string> warnings;

  double at(std::int64_t row, std::int64_t col) const {
    return pixels[static_cast<std::size_t>(row * info.cols + col)];
  }
  bool valid_at(std::int64_t row, std::int64_t col) const {
    return valid[static_cast<std::size_t>(row * info.cols + col)] != 0;
  }
};

inline double pixel_as_double(const std::byte* pixel, PixelType type) {
  return visit_pixel_type(type, [pixel]<class T>(T value) {
    std::memcpy(&value, pixel, sizeof(T));
    return static_cast<double>(value);
  });
}

/// Reads in bands of `rows_at_once` rows; 0: all at once.
inline PictureRead read_picture(const std::filesystem::path& path, const OpenOptions& options = {},
                                std::int64_t rows_at_once = 0) {
  const auto source = raster::open_gdal(path, options);
  PictureRead result{source->info(), {}, {}, {}};
  const auto& [rows, cols, type] = std::tie(result.info.rows, result.info.cols, result.info.pixel_type);
  const std::int64_t pixel = bytes_per_pixel(type);
  std::vector<std::byte> pixels(static_cast<std::size_t>(rows * cols * pixel), std::byte{0xA5});
  if (result.info.has_valid) result.valid.assign(static_cast<std::size_t>(rows * cols), 0xA5);
  const MutableAnyImageView all(pixels.data(), type, rows, cols, cols * pixel);
  const ImageView<std::uint8_t> valid(result.info.has_valid ? result.valid.data() : nullptr, rows, cols);
  if (rows_at_once == 0) rows_at_once = rows;
  for (std::int64_t row = 0; row < rows; row += rows_at_once) {
    const std::int64_t count = std::min(rows_at_once, rows - row);
    source->read(row, all.rows_from(row, count), valid.data ? valid.rows_from(row, count) : valid);
  }
  source->finish_reading([&](std::string_view message) { result.warnings.emplace_back(message); });
  for (std::int64_t i = 0; i < rows * cols; ++i) {
    result.pixels.push_back(pixel_as_double(pixels.data() + i * pixel, type));
  }
  return result;
}

}  // namespace strandline::test
