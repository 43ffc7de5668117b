// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The device API against the other backends over sizes: all small ones, those at which kernels cut, and random ones.
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "cuda/runtime/stream.hpp"
#include "support/device_batch.hpp"
#include "support/gpu.hpp"
#include "support/parameter_names.hpp"

namespace strandline::test {
namespace {

constexpr std::uint64_t kSeed = 20261130;
constexpr Alignment kAlignments[] = {Alignment::vector16, Alignment::pixel};

class DeviceSizes : public GpuTest, public testing::WithParamInterface<PixelType> {
 protected:
  /// Adds a case of the test's pixel type.
  static void add(DeviceBatch& batch, std::int64_t rows, std::int64_t cols, Border border, Alignment alignment,
                  std::uint64_t seed) {
    visit_pixel_type(GetParam(), [&]<Pixel T>(T) { batch.add(random_case<T>(rows, cols, border, alignment, seed)); });
  }

  static void add_all_borders(DeviceBatch& batch, std::int64_t rows, std::int64_t cols) {
    std::uint64_t seed = kSeed + static_cast<std::uint64_t>(100'003 * rows + 16 * cols);
    for (const Border border : kAllBorders) {
      for (const Alignment alignment : kAlignments) add(batch, rows, cols, border, alignment, seed++);
    }
  }
};

class DeviceEverySize : public GpuTest, public testing::WithParamInterface<std::tuple<PixelType, Border>> {};

TEST_P(DeviceEverySize, EqualsReferenceOnEachUpTo40) {
  const PixelType type = std::get<0>(GetParam());
  const Border border = std::get<1>(GetParam());
  const cuda::Stream stream;
  DeviceBatch batch(choose_backend("reference"), stream.get());
  for (std::int64_t rows = 1; rows <= 40; ++rows) {
    for (std::int64_t cols = 1; cols <= 40; ++cols) {
      for (const Alignment alignment : kAlignments) {
        const std::uint64_t seed = kSeed + static_cast<std::uint64_t>(64 * rows + cols);
        visit_pixel_type(type, [&]<Pixel T>(T) { batch.add(random_case<T>(rows, cols, border, alignment, seed)); });
      }
    }
  }
  EXPECT_TRUE(batch.result());
}

// Kernels cut rows at multiples of 16 bytes, 128, 256, 512, ... columns; a block's columns overlap the next one's by
// their halo, so the cuts wander.
TEST_P(DeviceSizes, EqualsCpuAroundCutsAcross) {
  const cuda::Stream stream;
  DeviceBatch batch(choose_backend("cpu"), stream.get());
  constexpr struct {
    std::int64_t first, last;
  } kCuts[] = {{41, 70}, {120, 136}, {250, 262}, {505, 520}, {1015, 1033}, {2040, 2056}, {4090, 4102}};
  for (const auto& cut : kCuts) {
    for (std::int64_t cols = cut.first; cols <= cut.last; ++cols) {
      for (const std::int64_t rows : {1, 7, 67}) add_all_borders(batch, rows, cols);
    }
  }
  EXPECT_TRUE(batch.result());
}

TEST_P(DeviceSizes, EqualsCpuAroundCutsDown) {
  const cuda::Stream stream;
  DeviceBatch batch(choose_backend("cpu"), stream.get());
  for (const std::int64_t cut : {8, 16, 32, 64, 70, 96, 128, 168, 256, 336, 512, 1000}) {
    for (std::int64_t rows = cut - 1; rows <= cut + 1; ++rows) {
      for (const std::int64_t cols : {5, 33, 300, 517}) add_all_borders(batch, rows, cols);
    }
  }
  EXPECT_TRUE(batch.result());
}

TEST_P(DeviceSizes, EqualsCpuOnRandomSizes) {
  const std::uint64_t seed = std::random_device()();
  SCOPED_TRACE(fmt::format("seed of the sizes {}", seed));
  std::mt19937_64 choose(seed);
  // As many small sides as large ones.
  const auto side = [&](double most) {
    return static_cast<std::int64_t>(std::exp(std::uniform_real_distribution<>(0, std::log(most))(choose)));
  };
  const cuda::Stream stream;
  DeviceBatch batch(choose_backend("cpu"), stream.get());
  for (int i = 0; i < 300; ++i) {
    const std::int64_t rows = side(1000);
    const std::int64_t cols = side(5000);
    add(batch, rows, cols, kAllBorders[choose() % 5], kAlignments[choose() % 2], choose());
  }
  EXPECT_TRUE(batch.result());
}

// Larger pictures, in which each kind of block has many neighbours.
TEST_P(DeviceSizes, EqualsCpuOnLargerImages) {
  const cuda::Stream stream;
  DeviceBatch batch(choose_backend("cpu"), stream.get());
  for (const Border border : kAllBorders) {
    for (const Alignment alignment : kAlignments) {
      add(batch, 1531, 2747, border, alignment, kSeed + 1);
      add(batch, 4096, 1024, border, alignment, kSeed + 2);
      add(batch, 1, 1'000'003, border, alignment, kSeed + 3);
      add(batch, 100'003, 1, border, alignment, kSeed + 4);
    }
  }
  EXPECT_TRUE(batch.result());
}

INSTANTIATE_TEST_SUITE_P(All, DeviceSizes, testing::ValuesIn(kAllPixelTypes), name_of_type);
INSTANTIATE_TEST_SUITE_P(All, DeviceEverySize,
                         testing::Combine(testing::ValuesIn(kAllPixelTypes), testing::ValuesIn(kAllBorders)),
                         [](const auto& parameters) {
                           return std::string(to_string(std::get<0>(parameters.param))) + "_" +
                                  std::string(to_string(std::get<1>(parameters.param)));
                         });

}  // namespace
}  // namespace strandline::test
