// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The cut of a band into chunks: within its bounds for every shape, and refused when there is none.
#include "cuda/host_chunks.hpp"

#include <algorithm>
#include <cstdint>

#include <gtest/gtest.h>

namespace strandline::cuda {
namespace {

constexpr std::int64_t kKiB = 1024;
constexpr std::int64_t kMiB = kKiB * kKiB;
constexpr std::int64_t kGiB = kKiB * kMiB;

BandShape shape(std::int64_t rows, std::int64_t cols, std::int64_t pixel_bytes = 1, bool valid = false,
                bool staged = false) {
  return {rows, cols, pixel_bytes, valid, 3, staged, staged};
}

void expect_sound(const ChunkPlan& plan, const BandShape& shape, std::int64_t bound) {
  ASSERT_GE(plan.chunk_rows, 1);
  EXPECT_LE(plan.chunk_rows, shape.rows);
  EXPECT_GE(plan.chunks * plan.chunk_rows, shape.rows);
  EXPECT_LT((plan.chunks - 1) * plan.chunk_rows, shape.rows) << "no chunk is empty";
  EXPECT_GE(plan.slots, 1);
  EXPECT_LE(plan.slots, std::min(kMostSlots, plan.chunks));
  EXPECT_LE(plan.device_bytes(), bound);
  EXPECT_LE(plan.staging_bytes(), kStagingBytes);
  EXPECT_GE(plan.input_pitch, shape.cols * shape.pixel_bytes);
  EXPECT_GE(plan.byte_pitch, shape.cols);
  for (const std::int64_t bytes :
       {plan.input_pitch, plan.byte_pitch, plan.valid_offset, plan.output_offset, plan.slot_bytes}) {
    EXPECT_EQ(0, bytes % kPitchBytes);
  }
  const std::int64_t input_rows = plan.chunk_rows + 2 * shape.halo;
  EXPECT_GE(plan.valid_offset, input_rows * plan.input_pitch);
  EXPECT_GE(plan.output_offset, plan.valid_offset + (shape.has_valid ? input_rows * plan.byte_pitch : 0));
  EXPECT_GE(plan.slot_bytes, plan.output_offset + plan.chunk_rows * plan.byte_pitch);
}

TEST(HostChunks, FitTheirBoundForEveryShape) {
  for (const std::int64_t bound : {2 * kKiB, 64 * kKiB, kMiB, 100 * kMiB, 70 * kGiB}) {
    for (const std::int64_t rows : {1, 2, 6, 7, 100, 16'384, 1'000'000'000}) {
      for (const std::int64_t cols : {1, 127, 129, 4000, 100'000, 100'000'000}) {
        for (const std::int64_t pixel_bytes : {1, 2, 4}) {
          for (const bool valid : {false, true}) {
            for (const bool staged : {false, true}) {
              SCOPED_TRACE(testing::Message() << rows << " x " << cols << " x " << pixel_bytes << " in " << bound);
              const BandShape one = shape(rows, cols, pixel_bytes, valid, staged);
              const auto plan = plan_call(one, bound);
              ASSERT_EQ(smallest_device_bytes(one) <= bound, plan.has_value());
              if (plan) expect_sound(*plan, one, bound);
            }
          }
        }
      }
    }
  }
}

TEST(HostChunks, OfAnImageThatFitsEasilyOverlap) {
  const auto plan = plan_call(shape(16'384, 16'384), 70 * kGiB);
  ASSERT_TRUE(plan);
  EXPECT_EQ(kMostSlots, plan->slots);
  EXPECT_GE(plan->chunks, 16);
  EXPECT_GE(plan->chunk_rows * 16'384, 4 * kMiB);
  EXPECT_LE(plan->chunk_rows * 16'384, 32 * kMiB);
  EXPECT_LE(plan->device_bytes(), 70 * kGiB / kMostLanes) << "other calls have room beside it";
}

TEST(HostChunks, OfASmallImageAreOne) {
  const auto plan = plan_call(shape(40, 40, 4, true, true), 70 * kGiB);
  ASSERT_TRUE(plan);
  EXPECT_EQ(1, plan->chunks);
  EXPECT_LE(plan->device_bytes(), 64 * kKiB);
}

TEST(HostChunks, AreRefusedWhereNotOneRowFits) {
  const BandShape wide = shape(1000, std::int64_t{1} << 40);
  EXPECT_FALSE(plan_call(wide, 70 * kGiB));
  EXPECT_EQ(8 * (std::int64_t{1} << 40), smallest_device_bytes(wide));
  const BandShape absurd = shape(INT64_MAX, INT64_MAX, 4, true, true);
  EXPECT_FALSE(plan_call(absurd, INT64_MAX / 4));
  EXPECT_GE(smallest_device_bytes(absurd), std::int64_t{1} << 61);
  EXPECT_FALSE(plan_call(shape(1, 1), 0));
}

TEST(HostChunks, TakeAllThatIsAllowedWhenAShareIsTooLittle) {
  const BandShape one = shape(1000, 100'000);
  const std::int64_t bound = 2 * smallest_device_bytes(one);
  const auto plan = plan_call(one, bound);
  ASSERT_TRUE(plan);
  EXPECT_GT(plan->device_bytes(), bound / kMostLanes);
}

TEST(HostChunks, AreStagedByTheDriverWhereStagingMemoryIsTooSmall) {
  const auto plan = plan_call(shape(100, 20'000'000, 4, false, true), 70 * kGiB);
  ASSERT_TRUE(plan);
  EXPECT_FALSE(plan->stage_input);
  EXPECT_FALSE(plan->stage_output);
  EXPECT_EQ(0, plan->staging_bytes());
}

TEST(HostChunks, OfALargePageableImageTakeAllStagingMemoryAndSmallOnesAShare) {
  const auto large = plan_call(shape(100'000, 10'000, 1, false, true), 70 * kGiB);
  const auto small = plan_call(shape(1000, 10'000, 1, false, true), 70 * kGiB);
  ASSERT_TRUE(large && small);
  EXPECT_GT(large->staging_bytes(), kStagingBytes / kMostLanes);
  EXPECT_LE(small->staging_bytes(), kStagingBytes / kMostLanes);
}

TEST(HostChunks, NeedRowsCutAtTheFrameButNotUnderWrap) {
  EXPECT_EQ((RowInterval{0, 8}), rows_needed({0, 5}, 100, 3, Border::reflect101));
  EXPECT_EQ((RowInterval{92, 100}), rows_needed({95, 100}, 100, 3, Border::zero));
  EXPECT_EQ((RowInterval{7, 15}), rows_needed({10, 12}, 100, 3, Border::replicate));
  EXPECT_EQ((RowInterval{-3, 8}), rows_needed({0, 5}, 100, 3, Border::wrap));
}

}  // namespace
}  // namespace strandline::cuda
