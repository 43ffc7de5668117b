// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The border rules, written out by hand.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include <strandline/border.hpp>

namespace strandline {
namespace {

// The letters at indices [-count, size + count) of an extended "abcd...".
std::string extended(Border border, std::int64_t size, std::int64_t count) {
  std::string text;
  for (std::int64_t i = -count; i < size + count; ++i) {
    const std::int64_t index = border_index(i, size, border);
    text += index == kOutside ? '.' : static_cast<char>('a' + index);
  }
  return text;
}

TEST(Border, ExtendsAsDocumented) {
  EXPECT_EQ("...abcd...", extended(Border::zero, 4, 3));
  EXPECT_EQ("aaaabcdddd", extended(Border::replicate, 4, 3));
  EXPECT_EQ("cbaabcddcb", extended(Border::reflect, 4, 3));
  EXPECT_EQ("dcbabcdcba", extended(Border::reflect101, 4, 3));
  EXPECT_EQ("bcdabcdabc", extended(Border::wrap, 4, 3));
}

TEST(Border, ReachesFarPastSmallImages) {
  EXPECT_EQ("aaaaaaa", extended(Border::reflect101, 1, 3));
  EXPECT_EQ("aaaaaaa", extended(Border::reflect, 1, 3));
  EXPECT_EQ("aaaaaaa", extended(Border::wrap, 1, 3));
  EXPECT_EQ("babababa", extended(Border::reflect101, 2, 3));
  EXPECT_EQ("abbaabbaab", extended(Border::reflect, 2, 4));
}

TEST(Border, NamesAndBack) {
  for (const Border border : kAllBorders) EXPECT_EQ(border, parse_border(to_string(border)));
  EXPECT_FALSE(parse_border("mirror"));
}

}  // namespace
}  // namespace strandline
