// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Bands in host memory through the card, however they are cut: the bytes of the reference, no byte beside them.
//
// Built twice: against CUDA, where it needs a card, and against tests/cuda/fake, whose streams run on any machine in
// any order that the events allow.
#include <algorithm>
#include <cstdint>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <strandline/error.hpp>

#include "cuda/host_chunks.hpp"
#include "support/band_of_rows.hpp"
#include "support/gpu.hpp"
#include "support/host_case.hpp"

namespace strandline {
namespace {

using test::HostCase;
using test::HostLayout;
using test::HostMemory;

constexpr std::uint64_t kSeed = 20261130;

std::int64_t pitch(std::int64_t bytes) {
  return (bytes + cuda::kPitchBytes - 1) / cuda::kPitchBytes * cuda::kPitchBytes;
}

/// A bound that leaves chunks of `rows` rows in `slots` slots when a call takes all of it.
std::int64_t bound_for(std::int64_t rows, std::int64_t slots, std::int64_t cols, std::int64_t pixel_bytes, bool valid) {
  const std::int64_t input_row = pitch(cols * pixel_bytes) + (valid ? pitch(cols) : 0);
  return slots * ((rows + 2 * EdgesOperation::kHalo) * input_row + rows * pitch(cols));
}

class HostBand : public test::GpuTest, public testing::WithParamInterface<std::tuple<PixelType, Border, HostMemory>> {
 protected:
  Border border() const { return std::get<1>(GetParam()); }
  HostMemory memory() const { return std::get<2>(GetParam()); }

  template <class Function>
  void with_pixel_type(Function&& function) const {
    visit_pixel_type(std::get<0>(GetParam()), function);
  }
};

TEST_P(HostBand, EqualsReferenceInOnePiece) {
  with_pixel_type([&]<Pixel T>(T) {
    for (const std::int64_t rows : {1, 2, 3, 4, 7, 30}) {
      for (const std::int64_t cols : {1, 2, 5, 33, 128, 1100}) {
        const std::uint64_t seed = kSeed + 64 * rows + cols;
        HostCase<T>(rows, cols, border(), seed % 2 == 0, test::random_layouts(memory(), seed), seed).expect_right({});
      }
    }
  });
}

TEST_P(HostBand, EqualsReferenceInManyChunks) {
  with_pixel_type([&]<Pixel T>(T) {
    for (const bool valid : {false, true}) {
      for (const std::int64_t cols : {3, 70, 1030}) {
        const std::uint64_t seed = kSeed + cols + valid;
        HostCase<T> one(29, cols, border(), valid, test::random_layouts(memory(), seed), seed);
        for (const std::int64_t slots : {1, 3}) {
          for (std::int64_t rows = 1; rows <= 12; ++rows) {
            SCOPED_TRACE(std::to_string(rows) + " rows a chunk, " + std::to_string(slots) + " slots");
            one.expect_right({bound_for(rows, slots, cols, sizeof(T), valid)});
          }
        }
      }
    }
  });
}

TEST_P(HostBand, EqualsReferenceOnBandsOfALargerImage) {
  with_pixel_type([&]<Pixel T>(T) {
    HostCase<T> one(23, 40, border(), true, test::random_layouts(memory(), kSeed), kSeed);
    for (const std::int64_t band_rows : {1, 2, 5, 11, 22}) {
      test::GuardedImage<std::uint8_t> output = one.new_output();
      const Band whole = one.band(output);
      for (std::int64_t first = 0; first < 23; first += band_rows) {
        const test::BandOfRows cut(whole, border(), first, std::min<std::int64_t>(band_rows, 23 - first));
        cuda::run_host_band(one.operation, cut.band(), {bound_for(2, 3, 40, sizeof(T), true)});
      }
      SCOPED_TRACE(std::to_string(band_rows) + " rows a band");
      one.expect_same_bytes(output);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, HostBand,
                         testing::Combine(testing::Values(PixelType::u8, PixelType::u16, PixelType::f32),
                                          testing::ValuesIn(kAllBorders),
                                          testing::Values(HostMemory::pageable, HostMemory::page_locked)),
                         [](const auto& parameters) {
                           return std::string(to_string(std::get<0>(parameters.param))) + "_" +
                                  std::string(to_string(std::get<1>(parameters.param))) +
                                  (std::get<2>(parameters.param) == HostMemory::pageable ? "_pageable"
                                                                                         : "_page_locked");
                         });

class HostBandRuns : public test::GpuTest {};

// Wide rows, so that the card copies rectangles from and to page-locked memory by itself.
TEST_F(HostBandRuns, FromPageLockedRowsThatLieApart) {
  const HostLayout apart{HostMemory::page_locked, 7, false};
  HostCase<std::uint8_t> one(200, 3001, Border::reflect101, true, {apart, apart, apart}, kSeed);
  one.expect_right({});
  one.expect_right({bound_for(9, 3, 3001, 1, true)});
}

TEST_F(HostBandRuns, FromOneKindOfMemoryToTheOther) {
  const HostLayout locked{HostMemory::page_locked, 0, false};
  const HostLayout pageable{HostMemory::pageable, 0, false};
  for (const auto& layouts :
       {test::HostLayouts{locked, pageable, pageable}, test::HostLayouts{pageable, locked, locked},
        test::HostLayouts{locked, locked, pageable}}) {
    HostCase<std::uint16_t> one(90, 2048, Border::wrap, true, layouts, kSeed);
    one.expect_right({});
    one.expect_right({bound_for(5, 3, 2048, 2, true)});
  }
}

TEST_F(HostBandRuns, OnManyThreadsAtOnceWithinOneBound) {
  const std::int64_t bound = 4 * bound_for(16, 3, 300, 4, true);
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < 9; ++i) {
    threads.emplace_back([=] {
      const HostMemory memory = i % 2 ? HostMemory::pageable : HostMemory::page_locked;
      HostCase<float> one(100, 300, kAllBorders[i % 5], i % 3 == 0, test::random_layouts(memory, kSeed + i), kSeed + i);
      for (int k = 0; k < 6; ++k) one.expect_right({k % 2 ? bound : bound / 4});
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(HostBandRuns, RowsThatRepeat) {
  // A stride of 0: every row of the input is the same one.
  std::vector<std::uint8_t> row(500);
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = i % 50 < 25 ? 0 : 255;
  test::GuardedImage<std::uint8_t> output(40, 500);
  test::GuardedImage<std::uint8_t> expected(40, 500);
  const EdgesOperation operation{Border::reflect, 1e6f};
  const ImageView<const std::uint8_t> input(row.data(), 40, 500, 0);
  cuda::run_host_band(operation, whole_image_band(input, output.view()), {});
  reference::edges(operation, whole_image_band(input, expected.view()));
  EXPECT_TRUE(expected.pixels() == output.pixels());
}

TEST_F(HostBandRuns, AndRefusesRowsThatDoNotFit) {
  HostCase<std::uint8_t> one(9, 1000, Border::reflect101, false, {}, kSeed);
  const std::int64_t least = bound_for(1, 1, 1000, 1, false);
  one.expect_right({least});
  test::GuardedImage<std::uint8_t> output = one.new_output();
  try {
    cuda::run_host_band(one.operation, one.band(output), {least - 1});
    FAIL() << "a row was computed in less memory than its stencil takes";
  } catch (const OutOfMemory& error) {
    EXPECT_NE(std::string::npos, std::string(error.what()).find("--device-memory")) << error.what();
    EXPECT_NE(std::string::npos, std::string(error.what()).find("7 rows of 1000 columns")) << error.what();
  }
  one.expect_right({});
}

TEST_F(HostBandRuns, AndRefusesDeviceMemory) {
  HostCase<std::uint8_t> one(9, 1000, Border::reflect101, false, {}, kSeed);
  test::GuardedImage<std::uint8_t> output = one.new_output();
  Band band = one.band(output);
  const cuda::DeviceBuffer<std::byte> on_card(9 * 1000);
  band.input.data = on_card.data();
  EXPECT_THROW(cuda::run_host_band(one.operation, band, {}), InvalidArgument);
}

}  // namespace
}  // namespace strandline
