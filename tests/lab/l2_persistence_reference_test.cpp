// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Sums of the words that the experiment l2-persistence reads.
#include "l2_persistence/l2_persistence_reference.hpp"

#include <gtest/gtest.h>

namespace {

using namespace strandline::lab;

// Past a stretch of which sums are kept, and no multiple of it.
constexpr std::int64_t kWords = (1 << 17) + 12;

std::uint32_t sum_one_by_one(std::int64_t count) {
  std::uint32_t sum = 0;
  for (std::int64_t i = 0; i < count; ++i) sum += mixed_word(i % kWords, kStreamSeed);
  return sum;
}

TEST(L2WordSums, AreThoseOfTheWordsOneByOne) {
  const WordSums sums(kWords, kStreamSeed);
  for (const std::int64_t count : {std::int64_t{0}, std::int64_t{1}, std::int64_t{65535}, std::int64_t{65536},
                                   std::int64_t{65537}, kWords - 1, kWords}) {
    EXPECT_EQ(sums.sum(count), sum_one_by_one(count)) << count;
  }
}

TEST(L2WordSums, BeginAgainAtTheEnd) {
  const WordSums sums(kWords, kStreamSeed);
  EXPECT_EQ(sums.sum(kWords + 5), sum_one_by_one(kWords + 5));
  EXPECT_EQ(sums.sum(3 * kWords), sum_one_by_one(3 * kWords));
}

TEST(L2Words, DifferByIndexAndBySeed) {
  EXPECT_NE(mixed_word(0, kRegionSeed), mixed_word(0, kStreamSeed));
  EXPECT_NE(mixed_word(0, kRegionSeed), mixed_word(1, kRegionSeed));
  // No stretch of the one is a stretch of the other.
  EXPECT_NE(mixed_word(1, kRegionSeed), mixed_word(0, kStreamSeed));
}

}  // namespace
