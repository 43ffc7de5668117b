// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The sums that the kernel beyond L1 is checked against, themselves against sums over single words.
#include "coalescing/coalescing_reference.hpp"

#include <gtest/gtest.h>

namespace {

using namespace strandline;
using namespace strandline::lab;

/// Word by word, of what a lane loads at `byte`.
std::uint32_t loaded(std::int64_t byte, int width_bytes) {
  std::uint32_t sum = 0;
  for (std::int64_t word = byte / 4; word < (byte + width_bytes) / 4; ++word) {
    sum += word_at(static_cast<std::uint64_t>(word));
  }
  return sum;
}

constexpr LoadPattern kPatterns[] = {{4, 1, 0}, {4, 33, 0}, {4, 1, 124}, {8, 3, 0}, {16, 2, 0}, {16, 1, 16}};

TEST(CoalescingReference, FarSumsAreOfChunksInTurn) {
  constexpr std::int64_t kChunks = 29;
  constexpr std::int64_t kWarps = 8;
  for (const std::int64_t window : {std::int64_t{5}, kChunks}) {
    for (const LoadPattern& pattern : kPatterns) {
      std::vector<std::uint32_t> expected(kWarps * 32);
      for (std::int64_t chunk = 0; chunk < kChunks; ++chunk) {
        for (std::int64_t i = 0; i < 32 * kFarRequests; ++i) {
          const std::int64_t element = (chunk % window * kFarRequests * 32 + i) * pattern.stride;
          expected[static_cast<std::size_t>(chunk % kWarps * 32 + i % 32)] +=
              loaded(pattern.offset_bytes + element * pattern.width_bytes, pattern.width_bytes);
        }
      }
      EXPECT_EQ(far_sums(pattern, kChunks, window, kWarps), expected);
    }
  }
}

}  // namespace
