// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The device API on values at the ends of their types: the largest sums, NaN, infinities, subnormals, thresholds of 0.
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "cuda/runtime/stream.hpp"
#include "support/device_batch.hpp"
#include "support/gpu.hpp"
#include "support/parameter_names.hpp"

namespace strandline::test {
namespace {

constexpr std::uint64_t kSeed = 20261130;
constexpr std::int64_t kRows = 75;
constexpr std::int64_t kCols = 570;

template <Pixel T, class Function>
std::vector<T> image_of(Function&& pixel_at) {
  std::vector<T> pixels(static_cast<std::size_t>(kRows * kCols));
  for (std::int64_t i = 0; i < kRows * kCols; ++i) pixels[i] = pixel_at(i / kCols, i % kCols);
  return pixels;
}

template <Pixel T>
Band band_of(const std::vector<T>& pixels, std::uint8_t* output = nullptr) {
  return whole_image_band(ImageView<const T>(pixels.data(), kRows, kCols), {output, kRows, kCols});
}

/// Adds the image whose pixels are pixel_at(row, col), with every border and both alignments.
template <Pixel T, class Function>
void add_image(DeviceBatch& batch, double threshold, const std::string& name, Function&& pixel_at) {
  const std::vector<T> pixels = image_of<T>(pixel_at);
  std::mt19937_64 choose(kSeed);
  for (const Border border : kAllBorders) {
    for (const Alignment alignment : {Alignment::vector16, Alignment::pixel}) {
      batch.add(DeviceCase(make_edges_operation({threshold, border, {}}, kPixelTypeOf<T>), band_of(pixels),
                           random_layouts(choose, alignment, kCols, sizeof(T)),
                           fmt::format("{}, threshold {}, border {}, {}", name, threshold, to_string(border),
                                       alignment == Alignment::vector16 ? "aligned" : "unaligned")));
    }
  }
}

class DeviceValues : public GpuTest, public testing::WithParamInterface<PixelType> {};

template <Pixel T>
constexpr T kWhite = std::same_as<T, float> ? T{1} : std::numeric_limits<T>::max();

// Checkers and stripes of each period, and the 7x7 pattern, tiled, that makes u or v as large as it can be.
TEST_P(DeviceValues, OfTheLargestSumsAndDifferences) {
  const cuda::Stream stream;
  DeviceBatch batch(choose_backend("cpu"), stream.get());
  visit_pixel_type(GetParam(), [&]<Pixel T>(T) {
    for (const double threshold : {0.0, 1.0, 3.0}) {
      for (const std::int64_t period : {1, 2, 3, 4, 6, 7, 8, 16, 33}) {
        add_image<T>(batch, threshold, fmt::format("checkers of {}", period), [&](std::int64_t row, std::int64_t col) {
          return (row / period + col / period) % 2 ? kWhite<T> : T{0};
        });
        add_image<T>(batch, threshold, fmt::format("columns of {}", period),
                     [&](std::int64_t, std::int64_t col) { return col / period % 2 ? kWhite<T> : T{0}; });
        add_image<T>(batch, threshold, fmt::format("rows of {}", period),
                     [&](std::int64_t row, std::int64_t) { return row / period % 2 ? kWhite<T> : T{0}; });
      }
      add_image<T>(batch, threshold, "white", [](std::int64_t, std::int64_t) { return kWhite<T>; });
      for (const bool rising : {false, true}) {
        for (const bool inverted : {false, true}) {
          add_image<T>(batch, threshold, "largest difference of cells", [&](std::int64_t row, std::int64_t col) {
            constexpr int kTaps[] = {0, 1, 5, 10, 10, 5, 1, 0};
            const std::int64_t r = rising ? 6 - row % 7 : row % 7;
            const std::int64_t c = col % 7;
            const bool gains = kTaps[r] * kTaps[c] > kTaps[r + 1] * kTaps[c + 1];
            return gains != inverted ? kWhite<T> : T{0};
          });
        }
      }
    }
  });
  EXPECT_TRUE(batch.result());
}

// A step of one makes u = v, a whole number, so that a threshold can be met exactly. Met is not exceeded.
TEST_P(DeviceValues, ThatMeetTheThresholdExactlyAreNoEdge) {
  constexpr std::int64_t kStepEvery = 9;
  constexpr double kUnscaled = 2 * 32 * 10;  // 2 u, and u = 32 rows' weights x the step x its largest tap
  const cuda::Stream stream;
  DeviceBatch batch(choose_backend("reference"), stream.get());
  visit_pixel_type(GetParam(), [&]<Pixel T>(T) {
    const double met = kUnscaled / 256 / natural_full_scale(kPixelTypeOf<T>);
    const double exceeded = met * (1 - 1e-6);
    const auto columns = [&](std::int64_t, std::int64_t col) { return static_cast<T>(100 + col / kStepEvery % 2); };
    const auto rows = [&](std::int64_t row, std::int64_t) { return static_cast<T>(100 + row / kStepEvery % 2); };
    for (const double threshold : {met, exceeded}) {
      const std::vector<T> pixels = image_of<T>(columns);
      std::vector<std::uint8_t> output(pixels.size());
      run_band(choose_backend("reference"), make_edges_operation({threshold, Border::zero, {}}, kPixelTypeOf<T>),
               band_of(pixels, output.data()));
      ASSERT_EQ(threshold == met ? 0 : kEdge, output[30 * kCols + 4 * kStepEvery]) << "the image tells nothing";
      add_image<T>(batch, threshold, "columns", columns);
      add_image<T>(batch, threshold, "rows", rows);
    }
  });
  EXPECT_TRUE(batch.result());
}

class DeviceFloats : public GpuTest {};

// Squares that are subnormal, sums that are, and squares and sums that leave f32.
TEST_F(DeviceFloats, OfEveryMagnitude) {
  const cuda::Stream stream;
  DeviceBatch batch(choose_backend("reference"), stream.get());
  for (const double magnitude :
       {1e-45, 1e-42, 1e-38, 1e-30, 1e-23, 1e-22, 1e-20, 1e-10, 1e10, 1e15, 3e16, 1e17, 1e30, 3.4e38}) {
    for (const double threshold : {0.0, magnitude < 1e16 ? magnitude / 2 : 1e15}) {
      std::mt19937_64 choose(kSeed);
      add_image<float>(batch, threshold, fmt::format("magnitude {}", magnitude), [&](std::int64_t, std::int64_t) {
        return static_cast<float>(magnitude * std::uniform_real_distribution<>(-1, 1)(choose));
      });
    }
  }
  EXPECT_TRUE(batch.result());
}

// One special value at a time, so that the 7x7 pixels that it makes unknown stand alone, all over an image of noise.
TEST_F(DeviceFloats, ThatAreSpecial) {
  using Limits = std::numeric_limits<float>;
  const cuda::Stream stream;
  DeviceBatch batch(choose_backend("reference"), stream.get());
  for (const float special : {Limits::quiet_NaN(), -Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(),
                              Limits::max(), Limits::lowest(), 1e19f, -0.0f, Limits::denorm_min()}) {
    for (const std::uint64_t one_in : {20, 500, 5000}) {
      std::mt19937_64 choose(kSeed);
      add_image<float>(batch, 0.3, fmt::format("{} in one of {}", special, one_in), [&](std::int64_t, std::int64_t) {
        return choose() % one_in == 0 ? special : std::uniform_real_distribution<float>(-1, 1)(choose);
      });
    }
  }
  EXPECT_TRUE(batch.result());
}

// Infinities that cancel in one order of sums and not in another must come out unknown either way.
TEST_F(DeviceFloats, ThatAreAllNotFinite) {
  using Limits = std::numeric_limits<float>;
  const cuda::Stream stream;
  DeviceBatch batch(choose_backend("reference"), stream.get());
  add_image<float>(batch, 0.3, "NaN", [](std::int64_t, std::int64_t) { return Limits::quiet_NaN(); });
  add_image<float>(batch, 0.3, "infinity", [](std::int64_t, std::int64_t) { return Limits::infinity(); });
  add_image<float>(batch, 0.3, "infinities of both signs", [](std::int64_t row, std::int64_t col) {
    return (row + col) % 2 ? Limits::infinity() : -Limits::infinity();
  });
  add_image<float>(batch, 0.3, "largest of both signs", [](std::int64_t row, std::int64_t col) {
    return (row * 5 + col * 3) % 7 < 3 ? Limits::max() : Limits::lowest();
  });
  EXPECT_TRUE(batch.result());
}

INSTANTIATE_TEST_SUITE_P(All, DeviceValues, testing::ValuesIn(kAllPixelTypes), name_of_type);

}  // namespace
}  // namespace strandline::test
