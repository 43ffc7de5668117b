// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The device API on images and thresholds at which one rounding more, less or elsewhere changes the bytes.
#include <bit>
#include <cstdint>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cuda/runtime/stream.hpp"
#include "support/arithmetic_deviation.hpp"
#include "support/device_batch.hpp"
#include "support/gpu.hpp"
#include "support/parameter_names.hpp"

namespace strandline::test {
namespace {

constexpr std::uint64_t kSeed = 20261130;

const Backend& reference() { return choose_backend("reference"); }

/// A deviation that changes bytes of images of a type.
struct Telling {
  PixelType type;
  Deviation deviation;
  const char* name;
};

constexpr Telling kTelling[] = {
    {PixelType::u8, Deviation::swapped_squares, "swapped_squares"},
    {PixelType::u8, Deviation::squares_rounded, "squares_rounded"},
    {PixelType::u8, Deviation::squares_summed, "squares_summed"},
    {PixelType::u16, Deviation::swapped_squares, "swapped_squares"},
    {PixelType::u16, Deviation::squares_rounded, "squares_rounded"},
    {PixelType::u16, Deviation::squares_summed, "squares_summed"},
    {PixelType::u16, Deviation::cells_rounded, "cells_rounded"},
    {PixelType::u16, Deviation::difference_cut_off, "difference_cut_off"},
    {PixelType::f32, Deviation::swapped_squares, "swapped_squares"},
    {PixelType::f32, Deviation::squares_rounded, "squares_rounded"},
    {PixelType::f32, Deviation::squares_summed, "squares_summed"},
    {PixelType::f32, Deviation::columns_first, "columns_first"},
    {PixelType::f32, Deviation::sums_one_by_one, "sums_one_by_one"},
};

void PrintTo(const Telling& telling, std::ostream* out) { *out << to_string(telling.type) << " " << telling.name; }

constexpr std::int64_t kRows = 705;
constexpr std::int64_t kCols = 1100;

std::uint8_t byte_of(float decision) { return decision < 0 ? kEdge : std::uint8_t{0}; }

class DeviceRounding : public GpuTest, public testing::WithParamInterface<Telling> {};
class TellingPatches : public testing::TestWithParam<Telling> {};

// The images of the tests below do tell the deviation from the contract, as the reference backend computes it.
TEST_P(TellingPatches, ChangeTheByteThatTheReferenceWrites) {
  visit_pixel_type(GetParam().type, [&]<Pixel T>(T) {
    const auto found = find_telling_patch<T>(GetParam().deviation, kSeed);
    ASSERT_TRUE(found);
    const std::vector<T> pixels = tiled(found->patch, 7, 7);
    std::vector<std::uint8_t> output(49);
    const EdgesOperation operation = make_edges_operation({found->threshold, Border::wrap, {}}, kPixelTypeOf<T>);
    run_band(reference(), operation, whole_image_band(ImageView<const T>(pixels.data(), 7, 7), {output.data(), 7, 7}));
    const float h2 = operation.half_squared_threshold;
    EXPECT_EQ(byte_of(patch_decision(Deviation::none, found->patch, h2)), output[3 * 7 + 3]);
    EXPECT_NE(byte_of(patch_decision(GetParam().deviation, found->patch, h2)), output[3 * 7 + 3]);
  });
}

// Rows that tell lie at each distance from a kernel's cuts, whether it walks them downwards or upwards.
TEST_P(DeviceRounding, IsThatOfTheContract) {
  const cuda::Stream stream;
  DeviceBatch batch(choose_backend("cpu"), stream.get());
  visit_pixel_type(GetParam().type, [&]<Pixel T>(T) {
    for (const std::uint64_t seed : {kSeed, kSeed + 1, kSeed + 2, kSeed + 3}) {
      const auto found = find_telling_patch<T>(GetParam().deviation, seed);
      ASSERT_TRUE(found);
      const std::vector<T> pixels = tiled(found->patch, kRows, kCols);
      const EdgesOperation operation =
          make_edges_operation({found->threshold, Border::reflect101, {}}, kPixelTypeOf<T>);
      std::mt19937_64 choose(seed);
      for (const Alignment alignment : {Alignment::vector16, Alignment::pixel}) {
        batch.add(DeviceCase(operation,
                             whole_image_band(ImageView<const T>(pixels.data(), kRows, kCols), {nullptr, kRows, kCols}),
                             random_layouts(choose, alignment, kCols, sizeof(T)), fmt::format("seed {}", seed)));
      }
    }
  });
  EXPECT_TRUE(batch.result());
}

std::string name_of_telling(const testing::TestParamInfo<Telling>& parameter) {
  return std::string(to_string(parameter.param.type)) + "_" + parameter.param.name;
}
INSTANTIATE_TEST_SUITE_P(All, TellingPatches, testing::ValuesIn(kTelling), name_of_telling);
INSTANTIATE_TEST_SUITE_P(All, DeviceRounding, testing::ValuesIn(kTelling), name_of_telling);

class DeviceBorderline : public GpuTest, public testing::WithParamInterface<PixelType> {};

EdgesOperation operation_of(float unscaled_threshold, Border border) {
  return {border, (unscaled_threshold * unscaled_threshold) * 0.5f};
}

/// The lowest unscaled threshold at which the reference finds no edge at (row, col).
template <Pixel T>
float flip_threshold(const RandomImage<T>& image, Border border, std::int64_t row, std::int64_t col) {
  std::vector<std::uint8_t> output(static_cast<std::size_t>(image.cols));
  Band band = image.band();
  band.first_row = row;
  band.output = {output.data(), 1, image.cols};
  std::uint32_t edge = 0;
  auto no_edge = std::bit_cast<std::uint32_t>(static_cast<float>(8 * 256 * natural_full_scale(kPixelTypeOf<T>)));
  // Floats above zero are ordered as their bits are.
  while (no_edge - edge > 1) {
    const std::uint32_t middle = edge + (no_edge - edge) / 2;
    run_band(reference(), operation_of(std::bit_cast<float>(middle), border), band);
    (output[col] == kEdge ? edge : no_edge) = middle;
  }
  return std::bit_cast<float>(no_edge);
}

/// Adds the image at the two neighbouring thresholds between which one pixel flips, for pixels on the frame and inside.
template <Pixel T>
void add_borderline(DeviceBatch& batch, const RandomImage<T>& image, Border border, std::mt19937_64& choose) {
  const auto any = [&](std::int64_t size) { return static_cast<std::int64_t>(choose() % size); };
  const std::int64_t last_row = image.rows - 1;
  const std::int64_t last_col = image.cols - 1;
  const struct {
    std::int64_t row, col;
  } kPixels[] = {{0, 0},
                 {0, last_col},
                 {last_row, 0},
                 {last_row, last_col},
                 {0, any(image.cols)},
                 {last_row, any(image.cols)},
                 {any(image.rows), 0},
                 {any(image.rows), last_col},
                 {any(image.rows), any(image.cols)},
                 {any(image.rows), any(image.cols)}};
  for (const auto& [row, col] : kPixels) {
    const float no_edge = flip_threshold(image, border, row, col);
    for (const float threshold : {no_edge, std::nextafter(no_edge, 0.0f)}) {
      batch.add(DeviceCase(
          operation_of(threshold, border), image.band(),
          random_layouts(choose, choose() % 2 ? Alignment::vector16 : Alignment::pixel, image.cols, sizeof(T)),
          fmt::format("{} rows x {} cols, border {}, unscaled threshold {}, where ({}, {}) flips", image.rows,
                      image.cols, to_string(border), threshold, row, col)));
    }
  }
}

TEST_P(DeviceBorderline, ThresholdsFlipTheSamePixels) {
  const cuda::Stream stream;
  DeviceBatch batch(choose_backend("reference"), stream.get());
  visit_pixel_type(GetParam(), [&]<Pixel T>(T) {
    std::mt19937_64 choose(kSeed);
    for (const Border border : kAllBorders) {
      for (int i = 0; i < 6; ++i) add_borderline<T>(batch, {9, 40, choose(), Texture::noise, false}, border, choose);
      add_borderline<T>(batch, {67, 530, choose(), Texture::noise, false}, border, choose);
      add_borderline<T>(batch, {11, 2100, choose(), Texture::noise, false}, border, choose);
    }
  });
  EXPECT_TRUE(batch.result());
}

INSTANTIATE_TEST_SUITE_P(All, DeviceBorderline, testing::ValuesIn(kAllPixelTypes), name_of_type);

}  // namespace
}  // namespace strandline::test
