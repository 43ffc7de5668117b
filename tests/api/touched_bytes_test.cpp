// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Whether two images touch the same bytes, against marking each byte.
#include "api/touched_bytes.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <set>

#include <gtest/gtest.h>

namespace strandline::api {
namespace {

std::set<std::int64_t> bytes_of(const TouchedBytes& image) {
  std::set<std::int64_t> bytes;
  for (std::int64_t row = 0; row < image.rows; ++row) {
    for (std::int64_t i = 0; i < image.row_bytes; ++i) bytes.insert(image.first + row * image.stride_bytes + i);
  }
  return bytes;
}

TEST(TouchedBytes, OverlapWhenAByteIsInBoth) {
  std::mt19937 random(11);
  const auto between = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  int overlapping = 0;
  constexpr int kCases = 60'000;
  for (int i = 0; i < kCases; ++i) {
    TouchedBytes output{between(-60, 60), between(1, 7), between(1, 6), 0};
    output.stride_bytes = (output.row_bytes + between(0, 20)) * (i % 2 == 0 ? 1 : -1);
    if (output.rows == 1) output.stride_bytes = between(-3, 3);
    const TouchedBytes input{between(-60, 60), between(1, 7), between(1, 12), between(-25, 25)};
    const auto both = bytes_of(output);
    const bool expected = std::ranges::any_of(bytes_of(input), [&](std::int64_t byte) { return both.contains(byte); });
    overlapping += expected ? 1 : 0;
    ASSERT_EQ(expected, overlap(output, input))
        << "output {" << output.first << ", " << output.rows << ", " << output.row_bytes << ", " << output.stride_bytes
        << "}, input {" << input.first << ", " << input.rows << ", " << input.row_bytes << ", " << input.stride_bytes
        << "}";
  }
  EXPECT_GT(overlapping, kCases / 5);
  EXPECT_LT(overlapping, kCases * 4 / 5);
}

// More rows than could be looked at one by one, whose products go beyond 64 bits.
TEST(TouchedBytes, OfAllSizesAreComparedAtOnce) {
  constexpr std::int64_t kRows = std::int64_t{1} << 40;
  constexpr std::int64_t kStride = (std::int64_t{1} << 21) + 1;
  const TouchedBytes left{-(std::int64_t{1} << 61), kRows, 1000, kStride};
  TouchedBytes right = left;
  right.first += 1000;
  EXPECT_FALSE(overlap(left, right));
  right.row_bytes = kStride - 1000;
  EXPECT_FALSE(overlap(left, right));
  ++right.row_bytes;
  EXPECT_TRUE(overlap(left, right));
  // Strides that differ by one meet somewhere among so many rows.
  right.row_bytes = 1;
  right.stride_bytes = kStride + 1;
  EXPECT_TRUE(overlap(left, right));
  right.rows = 1000;
  EXPECT_FALSE(overlap(left, right));
}

TEST(TouchedBytes, OfOneRowMayHaveAnyStride) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_FALSE(overlap({0, 1, 8, kMost}, {8, 1, 8, -kMost}));
  EXPECT_TRUE(overlap({0, 1, 8, -kMost}, {7, 1, 8, kMost}));
}

}  // namespace
}  // namespace strandline::api
