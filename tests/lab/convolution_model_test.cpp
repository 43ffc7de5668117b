// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the stages of the lab's convolution should take.
#include "convolution/convolution_model.hpp"

#include <gtest/gtest.h>

#include <strandline/error.hpp>
#include <strandline/warp_cost.hpp>

namespace {

using namespace strandline::lab;

const Stage& stage(std::string_view name) { return stages()[stage_index(name)]; }

// All requests of the tiled blur go along a row, which costs one wavefront wherever it begins.
TEST(ConvolutionModel, APadMakesNothingDearer) {
  constexpr int kStaged = 36 * 2;  // a load and a store each, of 32 and of 4 columns
  constexpr int kTaps = 8 * 8 * 5;
  for (const int pitch : {kBlurPitch, kPaddedBlurPitch}) {
    for (int row = 0; row < 36; ++row) {
      EXPECT_EQ(strandline::shared_memory_cost(strandline::tile_row(pitch, row), 4).wavefronts, 1);
    }
    EXPECT_EQ(wavefronts_per_tile({Operation::blur, PixelSource::tile, FilterTaps::immediate, pitch}, 8),
              2 * kStaged + kTaps + 32);
  }
}

TEST(ConvolutionModel, CountsTheRequestsOfBlocksOfBothShapes) {
  struct Counted {
    const char* stage;
    double four_rows_each;
    double a_pixel_each;
  };
  for (const Counted& own :
       {Counted{"copy", 64, 64}, Counted{"blur_naive", 832, 832}, Counted{"blur_tiled_36", 496, 2 * 72 + 32 * 25 + 32},
        Counted{"blur_tiled_constant", 496, 976}, Counted{"blur_separable", 312, 408},
        Counted{"sobel", 176, 32 * 9 + 32}, Counted{"sobel_apron", 176 + 2 * 68, 320 + 2 * 68},
        Counted{"sobel_then_threshold", 176 + 40, 320 + 40}, Counted{"one_pass", 0, 0}}) {
    EXPECT_EQ(wavefronts_per_tile(stage(own.stage), 8), own.four_rows_each) << own.stage;
    EXPECT_EQ(wavefronts_per_tile(stage(own.stage), 32), own.a_pixel_each) << own.stage;
  }
  EXPECT_EQ(rows_per_thread(8), 4);
  EXPECT_EQ(rows_per_thread(9), 2);
  EXPECT_EQ(rows_per_thread(31), 1);
}

TEST(ConvolutionModel, CountsTheBytesOfEachLaunch) {
  EXPECT_EQ(stages().front().name, "copy");
  EXPECT_EQ(stage("copy").bytes_per_pixel(), 8);
  EXPECT_EQ(stage("pipeline").bytes_per_pixel(), 13);
  EXPECT_EQ(stage("sobel_then_threshold").bytes_per_pixel(), 13);
  EXPECT_EQ(stage("one_pass").bytes_per_pixel(), 5);
  EXPECT_THROW(stage_index("blur"), strandline::InvalidArgument);
}

TEST(ConvolutionModel, TheSlowerBoundOfEachLaunchCounts) {
  constexpr std::int64_t kPixels = 1024 * 1000;  // 64 and 40 wavefronts, and 8 and 5 bytes, for 1024 and for one
  const Stage both{"both", {{Operation::copy}, {Operation::threshold}}};
  EXPECT_DOUBLE_EQ(predicted_ms(both, 8, kPixels, {.bytes_per_ms = 1024e3, .wavefronts_per_ms = 1e12}), 13);
  EXPECT_DOUBLE_EQ(predicted_ms(both, 8, kPixels, {.bytes_per_ms = 1e15, .wavefronts_per_ms = 1000}), 104);
  const Stage unlike{"unlike", {{Operation::one_pass}, {Operation::copy}}};
  EXPECT_DOUBLE_EQ(predicted_ms(unlike, 8, kPixels, {.bytes_per_ms = 1024e3, .wavefronts_per_ms = 1000}), 5 + 64);
  EXPECT_DOUBLE_EQ(wavefronts_per_ms(132, 1000), 132e6);
}

}  // namespace
