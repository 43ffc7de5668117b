// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The sums that the load probe is checked against, themselves against sums over single words.
#include <algorithm>

#include <gtest/gtest.h>

#include "probes/load_probe_row.hpp"

namespace {

using namespace strandline;
using namespace strandline::lab;

/// Two sets of requests, lanes three elements apart, each request 20 elements past the one before.
LoadRow row_of(LoadFrom from, int width_bytes) {
  return {.from = from, .width_bytes = width_bytes, .offsets = offsets_of(2 * kLoads, [=](int request, int lane) {
                                                      return (3 * lane + 20 * request) * width_bytes;
                                                    })};
}

std::uint32_t byte_at(std::size_t byte) { return word_at(byte / 4) >> byte % 4 * 8 & 0xffU; }

TEST(LoadProbeReference, WordsAreAllDifferent) {
  std::vector<std::uint32_t> words;
  for (std::uint64_t i = 0; i < 4096; ++i) words.push_back(word_at(i));
  std::ranges::sort(words);
  EXPECT_EQ(std::ranges::adjacent_find(words), words.end());
}

TEST(LoadProbeReference, ALaneFindsTheWordsOfItsElements) {
  for (const int width : {4, 8, 16}) {
    const std::vector<std::uint32_t> sums = turn_sums(row_of(LoadFrom::global, width));
    ASSERT_EQ(sums.size(), 64U);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      std::uint32_t expected = 0;
      for (std::size_t request = i / 32 * 8; request < i / 32 * 8 + 8; ++request) {
        const std::size_t first = (3 * (i % 32) + 20 * request) * static_cast<std::size_t>(width) / 4;
        for (std::size_t word = 0; word < static_cast<std::size_t>(width) / 4; ++word)
          expected += word_at(first + word);
      }
      EXPECT_EQ(sums[i], expected) << width << " bytes, set and lane " << i;
    }
  }
}

TEST(LoadProbeReference, TwoBytesAreWidened) {
  const std::vector<std::uint32_t> sums = turn_sums(row_of(LoadFrom::shared, 2));
  for (std::size_t i = 0; i < sums.size(); ++i) {
    std::uint32_t expected = 0;
    for (std::size_t request = i / 32 * 8; request < i / 32 * 8 + 8; ++request) {
      const std::size_t byte = (3 * (i % 32) + 20 * request) * 2;
      expected += byte_at(byte) + (byte_at(byte + 1) << 8);
    }
    EXPECT_EQ(sums[i], expected) << "set and lane " << i;
  }
}

TEST(LoadProbeReference, OfMatricesALaneFindsAWordOfEach) {
  // Lane 6 gets of each matrix row 1's words of 16 bytes at place 2; rows are those that lanes 1, 9, 17 and 25 name.
  const LoadRow row = row_of(LoadFrom::matrices, 16);
  std::uint32_t expected = 0;
  for (std::size_t request = 0; request < 8; ++request) {
    for (const std::size_t lane : {1, 9, 17, 25}) expected += word_at((3 * lane + 20 * request) * 4 + 2);
  }
  EXPECT_EQ(turn_sums(row)[6], expected);
}

}  // namespace
