// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the stages of the lab's convolution should take.
#include "convolution/convolution_model.hpp"

#include <string>

#include <gtest/gtest.h>

#include <strandline/error.hpp>
#include <strandline/warp_cost.hpp>

namespace {

using namespace strandline::lab;

// All requests of the tiled blur go along a row, which costs one wavefront wherever it begins.
TEST(ConvolutionModel, APadMakesNothingDearer) {
  for (const int pitch : {kDensePitch, kPaddedPitch}) {
    for (int row = 0; row < kInputTileSide; ++row) {
      EXPECT_EQ(strandline::shared_memory_cost(strandline::tile_row(pitch, row), 4).wavefronts, 1);
    }
    constexpr int kStaged = 36 * 2;  // a load and a store each, of 32 and of 4 columns
    constexpr int kTaps = 8 * 8 * 5;
    EXPECT_EQ(stage_cost("blur_tiled_" + std::to_string(pitch)).wavefronts_per_tile(), 2 * kStaged + kTaps + 32);
  }
}

TEST(ConvolutionModel, CountsTheBytesOfEachLaunch) {
  EXPECT_EQ(stage_costs().front().name, "copy");
  EXPECT_EQ(stage_cost("copy").bytes_per_pixel(), 8);
  EXPECT_EQ(stage_cost("pipeline").bytes_per_pixel(), 13);
  EXPECT_EQ(stage_cost("sobel_then_threshold").bytes_per_pixel(), 13);
  EXPECT_EQ(stage_cost("one_pass").bytes_per_pixel(), 5);
  EXPECT_EQ(stage_cost("blur_naive").wavefronts_per_tile(), 832);
  EXPECT_THROW(stage_cost("blur"), strandline::InvalidArgument);
}

TEST(ConvolutionModel, TheSlowerBoundOfEachLaunchCounts) {
  const StageCost stage{"both", {{8, 1024}, {4, 4096}}};  // 8 and 4 bytes, 1 and 4 wavefronts a pixel
  const double by_bytes = predicted_ms(stage, 1000, {.bytes_per_ms = 1000, .wavefronts_per_ms = 1e9});
  EXPECT_DOUBLE_EQ(by_bytes, 12);
  const double by_wavefronts = predicted_ms(stage, 1000, {.bytes_per_ms = 1e9, .wavefronts_per_ms = 1000});
  EXPECT_DOUBLE_EQ(by_wavefronts, 5);
  EXPECT_DOUBLE_EQ(predicted_ms(stage, 1000, {.bytes_per_ms = 4000, .wavefronts_per_ms = 1000}), 2 + 4);
  EXPECT_DOUBLE_EQ(wavefronts_per_ms(132, 1000), 132e6);
}

}  // namespace
