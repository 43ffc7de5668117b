// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The patterns of the experiment banks: aligned, within shared memory, and what the model says of the telling ones.
#include <algorithm>

#include <gtest/gtest.h>

#include "banks/banks_pattern.hpp"

namespace {

using namespace strandline;
using namespace strandline::lab;

int wavefronts_of(const std::string& name, int width_bytes) {
  for (const BankPattern& pattern : named_patterns()) {
    if (pattern.name == name && pattern.width_bytes == width_bytes) return pattern.cost().wavefronts;
  }
  ADD_FAILURE() << "there is no pattern " << name << " of " << width_bytes << " bytes";
  return 0;
}

TEST(BankPatterns, LieInSharedMemory) {
  std::vector<BankPattern> all = named_patterns();
  for (const int width : {2, 4, 8, 16}) all.push_back(strided_pattern(width, 1'000'003, kLeastSharedWords));
  for (const BankPattern& pattern : all) {
    for (const std::uint32_t offset : pattern.offsets) {
      EXPECT_EQ(offset % static_cast<std::uint32_t>(pattern.width_bytes), 0U) << pattern.name;
      EXPECT_LE(offset + static_cast<std::uint32_t>(pattern.width_bytes) + kBankWindowBytes, 4U * kLeastSharedWords)
          << pattern.name;
    }
  }
}

TEST(BankPatterns, WideLanesThatShareInPairsTakeHalf) {
  EXPECT_EQ(wavefronts_of("broadcast", 8), 1);
  EXPECT_EQ(wavefronts_of("broadcast", 16), 2);
  for (const char* shared : {"pairs l, l^1", "pairs l, l^2", "quads"})
    EXPECT_EQ(wavefronts_of(shared, 16), 2) << shared;
  for (const char* not_in_pairs : {"pairs l, l^4", "quarters alike", "pairs in half a warp"}) {
    EXPECT_EQ(wavefronts_of(not_in_pairs, 16), 4) << not_in_pairs;
  }
}

TEST(BankPatterns, PadsAndSwizzlesFreeAColumn) {
  for (const int width : {4, 16}) {
    EXPECT_EQ(wavefronts_of("column, dense", width), 32);
    EXPECT_EQ(wavefronts_of("column, padded", width), std::max(1, width / 4));
    EXPECT_EQ(wavefronts_of("column, xor-swizzled", width), std::max(1, width / 4));
  }
  EXPECT_EQ(wavefronts_of("ldmatrix, dense", 16), 32);
  EXPECT_EQ(wavefronts_of("ldmatrix, padded", 16), 4);
  EXPECT_EQ(wavefronts_of("ldmatrix, xor-swizzled", 16), 4);
}

TEST(BankPatterns, StepsLeaveLanesInTheirBanks) {
  const BankPattern pattern = strided_pattern(4, 3, kLeastSharedWords);
  const LoadRow row = load_row(pattern, 5);
  EXPECT_EQ(row.turns, 5);
  ASSERT_EQ(row.offsets.size(), 8U * 32U);
  for (std::size_t i = 0; i < row.offsets.size(); ++i) {
    EXPECT_EQ(row.offsets[i], pattern.offsets[i % 32] + i / 32 * 128);
  }
}

}  // namespace
