// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The counts and the roofline that transpose predicts by.
#include "transpose/transpose_model.hpp"

#include <gtest/gtest.h>

namespace {

using namespace strandline::lab;

void expect_charge(Mover mover, std::int64_t side, double sectors, double wavefronts) {
  const MoverCharge charge = mover_charge(mover, side);
  EXPECT_DOUBLE_EQ(charge.sectors, sectors);
  EXPECT_DOUBLE_EQ(charge.wavefronts, wavefronts);
}

TEST(TransposeModel, CountsSectorsAndWavefronts) {
  expect_charge(Mover::copy, 4096, 8, 2);
  expect_charge(Mover::naive, 4096, 36, 33);
  expect_charge(Mover::tile_32, 4096, 8, 35);
  expect_charge(Mover::tile_33, 4096, 8, 4);
  expect_charge(Mover::swizzled, 4096, 8, 4);
}

TEST(TransposeModel, RowsOffASectorCostMore) {
  // Of eight rows of an odd side seven begin within a sector, and 32 floats then touch five.
  EXPECT_DOUBLE_EQ(mover_charge(Mover::tile_33, 4097).sectors, 2 * (4 + 7.0 / 8));
  EXPECT_DOUBLE_EQ(mover_charge(Mover::copy, 4097).sectors, 8);
  // Rows of 1028 floats begin on half a sector at every other row.
  EXPECT_DOUBLE_EQ(mover_charge(Mover::swizzled, 1028).sectors, 2 * (4 + 1.0 / 4));
}

TEST(TransposeModel, TheSlowestOfThreeCounts) {
  const MoverCharge charge{.sectors = 8, .wavefronts = 4};
  constexpr std::int64_t kElements = 3200;  // 100 requests, 25600 bytes both ways
  const RooflineTime of_dram = roofline_time(charge, kElements, {.dram_bytes = 10, .sectors = 1, .wavefronts = 1});
  EXPECT_EQ(of_dram.bound_by, "DRAM");
  EXPECT_DOUBLE_EQ(of_dram.ns, 2560);
  const RooflineTime of_sectors = roofline_time(charge, kElements, {.dram_bytes = 1000, .sectors = 1, .wavefronts = 1});
  EXPECT_EQ(of_sectors.bound_by, "sectors");
  EXPECT_DOUBLE_EQ(of_sectors.ns, 800);
  const RooflineTime of_wavefronts =
      roofline_time(charge, kElements, {.dram_bytes = 1000, .sectors = 10, .wavefronts = 1});
  EXPECT_EQ(of_wavefronts.bound_by, "wavefronts");
  EXPECT_DOUBLE_EQ(of_wavefronts.ns, 400);
}

}  // namespace
