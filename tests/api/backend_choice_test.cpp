// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The rule of "auto": what it weighs, and that it errs on the side of the CPU.
#include "api/backend_choice.hpp"

#include <cstdint>

#include <gtest/gtest.h>

#include <strandline/edges.hpp>

namespace strandline::api {
namespace {

Workload image(std::int64_t side, int threads, bool page_locked, PixelType type = PixelType::u8) {
  return {type, side, side, threads, page_locked};
}

TEST(BackendChoice, LeavesTheCardAsleepForSmallImages) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32}) {
    for (const bool page_locked : {false, true}) {
      for (const std::int64_t side : {1, 100, 2000}) {
        EXPECT_FALSE(cuda_is_quicker(image(side, 1, page_locked, type), false)) << side;
      }
      EXPECT_FALSE(cuda_is_quicker(image(100, 16, page_locked, type), true));
    }
  }
}

TEST(BackendChoice, TakesTheCardForLargeImagesOnFewThreads) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32}) {
    for (const bool page_locked : {false, true}) {
      EXPECT_TRUE(cuda_is_quicker(image(100'000, 1, page_locked, type), false));
      EXPECT_TRUE(cuda_is_quicker(image(4000, 1, page_locked, type), true));
    }
  }
}

TEST(BackendChoice, WeighsWhatDiffers) {
  const ChoiceFigures figures;
  const Workload work = image(20'000, 4, false);
  EXPECT_DOUBLE_EQ(figures.context_seconds, cuda_seconds(work, false) - cuda_seconds(work, true));
  EXPECT_LT(cuda_seconds(image(20'000, 4, true), true), cuda_seconds(work, true)) << "staging is not free";
  EXPECT_LT(cpu_seconds(image(20'000, 8, false)), cpu_seconds(work)) << "threads help";
  EXPECT_DOUBLE_EQ(cpu_seconds(image(20'000, 10'000, false)), cpu_seconds(image(20'000, 20'000, false)))
      << "until memory is busy";
}

TEST(BackendChoice, CountsTheBytesThatReallyTravel) {
  // One column of pixels is sent in rows of 128 bytes.
  const Workload column{PixelType::u8, 1'000'000'000, 1, 1, true};
  EXPECT_FALSE(cuda_is_quicker(column, true));
  ChoiceFigures figures;
  figures.call_seconds = 0;
  EXPECT_DOUBLE_EQ(128e9 / figures.pcie, cuda_seconds(column, true, figures));
}

TEST(BackendChoice, GrowsWithTheImageOnly) {
  bool was_quicker = false;
  for (std::int64_t side = 128; side < 1'000'000; side *= 2) {
    const bool is_quicker = cuda_is_quicker(image(side, 2, true), false);
    EXPECT_TRUE(is_quicker || !was_quicker) << side;
    was_quicker = is_quicker;
  }
  EXPECT_TRUE(was_quicker);
}

TEST(BackendChoice, SurvivesAbsurdSizes) {
  EXPECT_FALSE(cuda_is_quicker({}, true));
  EXPECT_FALSE(cuda_is_quicker({PixelType::u8, 0, 5, 1, true}, true));
  const Workload huge{PixelType::f32, INT64_MAX, INT64_MAX, 0, true};
  EXPECT_GT(cpu_seconds(huge), 1e20);
  EXPECT_TRUE(cuda_is_quicker(huge, false));
}

TEST(BackendChoice, IsTheCpuWhenNothingIsKnown) { EXPECT_EQ("cpu", choose_backend("auto").name()); }

TEST(BackendChoice, FallsBackWhenThereIsNoCard) {
  const Workload large = image(1'000'000, 1, true);
  const Backend& last = *all_backends().back();
  const bool has_card = last.name() == "cuda" && last.unavailable_because().empty();
  EXPECT_EQ(has_card ? "cuda" : "cpu", choose_backend("auto", large).name());
}

}  // namespace
}  // namespace strandline::api
