// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What nbody expects of a card by counting instructions.
#include "nbody/nbody_model.hpp"

#include <gtest/gtest.h>

namespace {

using namespace strandline::lab;

TEST(NBodyModel, LoadsAndInstructionsBoundACardOf128Lanes) {
  const InteractionTime constant = interaction_time(BodyPlace::constant, 128);
  EXPECT_EQ(constant.bound_by, "issue");
  EXPECT_NEAR(constant.cycles, 15.3, 0.05);
  EXPECT_EQ(interaction_time(BodyPlace::global, 128).bound_by, "loads");
  EXPECT_DOUBLE_EQ(interaction_time(BodyPlace::global, 128).cycles, 16);
  // All lanes want one body: shared memory gives its 16 bytes in half the wavefronts.
  EXPECT_EQ(interaction_time(BodyPlace::shared, 128).bound_by, "issue");
  EXPECT_NEAR(interaction_time(BodyPlace::shared, 128).cycles, 14.2, 0.05);
  EXPECT_EQ(interaction_time(BodyPlace::shuffle, 128).bound_by, "issue");
  EXPECT_NEAR(interaction_time(BodyPlace::shuffle, 128).cycles, 17.5, 0.05);
}

TEST(NBodyModel, ArithmeticBoundsACardOf64Lanes) {
  for (const BodyPlace place : {BodyPlace::constant, BodyPlace::shared, BodyPlace::global, BodyPlace::shuffle}) {
    EXPECT_EQ(interaction_time(place, 64).bound_by, "FP32");
    EXPECT_DOUBLE_EQ(interaction_time(place, 64).cycles, 24);
  }
}

TEST(NBodyModel, TheBoundIsLanesTimesClockOverInstructions) {
  EXPECT_NEAR(fp32_bound(128, 132, 1980), 128 * 132 * 1.98 / 12, 1e-9);
  EXPECT_NEAR(fp32_bound(64, 40, 1590), 64 * 40 * 1.59 / 12, 1e-9);
  EXPECT_NEAR(interaction_rate(12, 132, 1980), fp32_bound(128, 132, 1980), 1e-9);
}

TEST(NBodyModel, TheOtherReadingCountsAllButFp32Twice) {
  EXPECT_NEAR(cycles_by_double_issue(BodyPlace::shuffle), 12 + 2 * (561.0 / 32 - 12), 1e-9);
  EXPECT_LT(cycles_by_double_issue(BodyPlace::shared), cycles_by_double_issue(BodyPlace::constant));
}

TEST(NBodyModel, TheFullestMultiprocessorIsWaitedFor) {
  EXPECT_DOUBLE_EQ(share_of_time_used(132, 132), 1);
  EXPECT_DOUBLE_EQ(share_of_time_used(133, 132), 133.0 / 264);
  EXPECT_DOUBLE_EQ(share_of_time_used(1, 132), 1.0 / 132);
  EXPECT_DOUBLE_EQ(share_of_time_used(512, 132), 512.0 / 528);
}

}  // namespace
