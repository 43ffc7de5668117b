// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The device API on parts: bands of an image, however cut and however far down, and views into larger images.
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "cuda/runtime/stream.hpp"
#include "support/band_of_rows.hpp"
#include "support/device_batch.hpp"
#include "support/gpu.hpp"
#include "support/parameter_names.hpp"

namespace strandline::test {
namespace {

constexpr std::uint64_t kSeed = 20261130;

class DeviceBands : public GpuTest, public testing::WithParamInterface<PixelType> {};

/// Adds a band with layouts of its own.
void add_band(DeviceBatch& batch, const EdgesOperation& operation, const Band& band, std::mt19937_64& choose) {
  const Alignment alignment = choose() % 2 ? Alignment::vector16 : Alignment::pixel;
  batch.add(DeviceCase(operation, band,
                       random_layouts(choose, alignment, band.input.cols, bytes_per_pixel(band.input.pixel_type)),
                       fmt::format("rows {} to {} of {}, {} cols, holding {} rows from {}, border {}", band.first_row,
                                   band.first_row + band.output.rows - 1, band.image_rows, band.input.cols,
                                   band.input.rows, band.input_first_row, to_string(operation.border))));
}

/// The same output rows, while more input rows are held than are needed: all of them.
Band band_of_all_rows(const Band& whole, std::int64_t first, std::int64_t count) {
  Band band = whole;
  band.first_row = first;
  band.output.rows = count;
  return band;
}

TEST_P(DeviceBands, EqualCpuHoweverTheImageIsCut) {
  const cuda::Stream stream;
  DeviceBatch batch(choose_backend("cpu"), stream.get());
  visit_pixel_type(GetParam(), [&]<Pixel T>(T) {
    std::mt19937_64 choose(kSeed);
    for (const Border border : kAllBorders) {
      const EdgesOperation operation = make_edges_operation({0.3, border, {}}, kPixelTypeOf<T>);
      for (const std::int64_t rows : {1, 2, 3, 5, 8, 23, 150}) {
        for (const std::int64_t cols : {19, 531}) {
          const RandomImage<T> image(rows, cols, choose(), Texture::holes, choose() % 2 == 0);
          for (std::int64_t band_rows = 1; band_rows <= rows; band_rows += rows > 23 ? 37 : 1) {
            for (std::int64_t first = 0; first < rows; first += band_rows) {
              const std::int64_t count = std::min(band_rows, rows - first);
              Band whole = image.band();
              const BandOfRows cut(whole, border, first, count);
              add_band(batch, operation, cut.band(), choose);
              if (first % 3 == 0) add_band(batch, operation, band_of_all_rows(whole, first, count), choose);
            }
          }
        }
      }
    }
  });
  EXPECT_TRUE(batch.result());
}

// Row numbers past 32 bits, of which only the band is held: in the middle, at the last rows, and with rows of the
// other end under wrap.
TEST_P(DeviceBands, EqualCpuFarDownAnImage) {
  const cuda::Stream stream;
  DeviceBatch batch(choose_backend("cpu"), stream.get());
  visit_pixel_type(GetParam(), [&]<Pixel T>(T) {
    std::mt19937_64 choose(kSeed);
    constexpr std::int64_t kOut = 70;
    for (const std::int64_t image_rows : {std::int64_t{1} << 33, (std::int64_t{1} << 31) + 90, std::int64_t{1} << 58}) {
      for (const Border border : kAllBorders) {
        const EdgesOperation operation = make_edges_operation({0.3, border, {}}, kPixelTypeOf<T>);
        const std::int64_t halo_past_end = border == Border::wrap ? 3 : 0;
        for (const std::int64_t first : {(std::int64_t{1} << 31) + 5, image_rows - kOut, image_rows - kOut - 2}) {
          const std::int64_t end = std::min(first + kOut + 3, image_rows + halo_past_end);
          const RandomImage<T> held(end - (first - 3), 531, choose(), Texture::noise, choose() % 2 == 0);
          Band band = held.band();
          band.image_rows = image_rows;
          band.first_row = first;
          band.input_first_row = first - 3;
          band.output.rows = kOut;
          add_band(batch, operation, band, choose);
        }
      }
    }
  });
  EXPECT_TRUE(batch.result());
}

/// A cut of [0, size) at irregular places.
std::vector<std::int64_t> cuts(std::int64_t size, std::mt19937_64& choose) {
  std::vector<std::int64_t> places = {0, 1};
  while (places.back() < size)
    places.push_back(std::min(size, places.back() + 1 + static_cast<std::int64_t>(choose() % 90)));
  return places;
}

// Each rectangle of a larger image as an image of its own, written beside its neighbours in one larger output.
TEST_P(DeviceBands, EqualCpuOnViewsIntoALargerImage) {
  constexpr std::int64_t kRows = 301;
  constexpr std::int64_t kCols = 613;
  const cuda::Stream stream;
  visit_pixel_type(GetParam(), [&]<Pixel T>(T) {
    std::mt19937_64 choose(kSeed);
    for (const bool bottom_up : {false, true}) {
      DeviceImage input(sizeof(T), kRows, kCols, {0, 0, bottom_up}, 0);
      DeviceImage output(1, kRows, kCols, {3, 5, !bottom_up}, 0);
      RandomPixels<T> pixel_at(kSeed, Texture::noise);
      const ImageView<T> host_input = input.on_host<T>();
      for (std::int64_t row = 0; row < kRows; ++row) {
        auto* pixels = reinterpret_cast<T*>(host_input.row_bytes(row));
        for (std::int64_t col = 0; col < kCols; ++col) pixels[col] = pixel_at(row, col);
      }
      input.upload(stream.get());
      output.upload(stream.get());
      stream.synchronize();
      const auto part = [](auto view, std::int64_t row, std::int64_t col, std::int64_t rows, std::int64_t cols) {
        view = view.rows_from(row, rows);
        view.data += col;
        view.cols = cols;
        return view;
      };
      const std::vector<std::int64_t> down = cuts(kRows, choose);
      const std::vector<std::int64_t> across = cuts(kCols, choose);
      for (std::size_t i = 1; i < down.size(); ++i) {
        for (std::size_t j = 1; j < across.size(); ++j) {
          const EdgesOptions options = {0.3, kAllBorders[choose() % 5], {}};
          const auto rectangle = [&](auto view) {
            return part(view, down[i - 1], across[j - 1], down[i] - down[i - 1], across[j] - across[j - 1]);
          };
          cuda::enqueue_edges(ImageView<const T>(rectangle(input.on_device<T>())),
                              rectangle(output.on_device<std::uint8_t>()), options, stream.get());
          edges(ImageView<const T>(rectangle(host_input)), rectangle(output.on_host<std::uint8_t>()), options,
                {"cpu", 0});
        }
      }
      const auto difference = output.difference(stream.get());
      EXPECT_FALSE(difference) << "row " << difference->row << ", col " << difference->col;
      EXPECT_FALSE(input.difference(stream.get()));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, DeviceBands, testing::ValuesIn(kAllPixelTypes), name_of_type);

}  // namespace
}  // namespace strandline::test
