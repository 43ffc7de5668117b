// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The counts that coalescing predicts by.
#include "coalescing/coalescing_model.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace {

using namespace strandline::lab;

PatternCharge charge_of(int width_bytes, std::int64_t stride, std::int64_t offset_bytes = 0) {
  return pattern_charge({width_bytes, stride, offset_bytes});
}

TEST(CoalescingModel, NeighboursTakeTheirOwnBytes) {
  for (const int width : {4, 8, 16}) {
    const PatternCharge charge = charge_of(width, 1);
    EXPECT_EQ(charge.sectors, width);  // 32 lanes, 32 bytes a sector
    EXPECT_EQ(charge.fresh_sectors, width);
    EXPECT_EQ(charge.fresh_pairs, width / 2);
    EXPECT_EQ(charge.l1_wavefronts, width / 4);
    EXPECT_DOUBLE_EQ(charge.l1_wavefronts_by_tag_banks, width / 4);
    EXPECT_DOUBLE_EQ(charge.l2_lookups, width / 2);
  }
}

TEST(CoalescingModel, SectorsGrowUntilEachLaneHasItsOwn) {
  EXPECT_EQ(charge_of(4, 2).sectors, 8);
  EXPECT_EQ(charge_of(4, 7).sectors, 28);
  EXPECT_EQ(charge_of(4, 8).sectors, 32);
  EXPECT_EQ(charge_of(4, 33).sectors, 32);
  EXPECT_EQ(charge_of(16, 2).sectors, 32);
}

TEST(CoalescingModel, PairsGrowTwiceAsFar) {
  EXPECT_EQ(charge_of(4, 8).fresh_pairs, 16);
  EXPECT_EQ(charge_of(4, 16).fresh_pairs, 32);
  EXPECT_EQ(charge_of(4, 33).fresh_pairs, 32);
}

TEST(CoalescingModel, ALineCostsL2AsMuchAsTwoSectors) {
  EXPECT_DOUBLE_EQ(charge_of(4, 8).l2_lookups, 16);
  EXPECT_DOUBLE_EQ(charge_of(4, 16).l2_lookups, 16);
  EXPECT_DOUBLE_EQ(charge_of(4, 24).l2_lookups, 24);
  EXPECT_DOUBLE_EQ(charge_of(4, 32).l2_lookups, 32);
}

TEST(CoalescingModel, ThreeLinesSometimesMeetInOneTagBank) {
  // Two of 16 requests wait a cycle, which was seen on an H200.
  EXPECT_EQ(charge_of(4, 3).l1_wavefronts, 1);
  EXPECT_DOUBLE_EQ(charge_of(4, 3).l1_wavefronts_by_tag_banks, 1.125);
  EXPECT_DOUBLE_EQ(charge_of(4, 31).l1_wavefronts_by_tag_banks, 8);
}

TEST(CoalescingModel, BankConflictsHideTagBanks) {
  EXPECT_EQ(charge_of(4, 32).l1_wavefronts, 32);
  EXPECT_DOUBLE_EQ(charge_of(4, 32).l1_wavefronts_by_tag_banks, 32);
}

TEST(CoalescingModel, TagBanksHaveEqualShares) {
  int lines_of[4] = {};
  for (std::uint64_t line = 0; line < 256; ++line) ++lines_of[l1_tag_bank(line)];
  for (const int lines : lines_of) EXPECT_EQ(lines, 64);
}

TEST(CoalescingModel, NeighboursShareTheSectorOfAMisalignedRequest) {
  for (std::int64_t offset = 0; offset < 128; offset += 4) {
    const PatternCharge charge = charge_of(4, 1, offset);
    EXPECT_EQ(charge.sectors, offset % 32 == 0 ? 4 : 5) << offset;
    EXPECT_EQ(charge.fresh_sectors, 4) << offset;
    EXPECT_EQ(charge.lines, offset == 0 ? 1 : 2) << offset;
  }
}

TEST(CoalescingModel, RefusesWhatTheCardWould) {
  EXPECT_THROW(charge_of(8, 1, 4), std::invalid_argument);
  EXPECT_THROW(charge_of(16, 1, 8), std::invalid_argument);
}

TEST(CoalescingModel, RequestsBeginOnLines) {
  for (const int width : {4, 8, 16}) {
    for (std::int64_t stride = 1; stride <= 64; ++stride) {
      EXPECT_EQ(LoadPattern({width, stride, 0}).request_bytes() % strandline::kGlobalLineBytes, 0);
    }
  }
}

TEST(CoalescingModel, RequestsInL1LieALineApartWithinTheirBytes) {
  const LoadPattern pattern{16, 33, 48};
  const LoadRow row = near_row(pattern, 3);
  EXPECT_EQ(row.sets(), 4);
  ASSERT_EQ(row.offsets.size(), 32U * 32U);
  for (std::size_t i = 0; i < row.offsets.size(); ++i) {
    EXPECT_EQ(row.offsets[i], 48 + i % 32 * 33 * 16 + i / 32 * 128);
    EXPECT_LE(row.offsets[i] + 16, near_bytes(pattern));
  }
}

TEST(CoalescingModel, DeviationsAreOfEitherSign) {
  const double found[] = {1.1, 1.8};
  const double expected[] = {1.0, 2.0};
  EXPECT_NEAR(mean_deviation(found, expected), 0.1, 1e-12);
  EXPECT_EQ(mean_deviation({}, {}), 0);
}

}  // namespace
