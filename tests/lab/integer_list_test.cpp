// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Lists of integers as users write them, and what is none.
#include "integer_list.hpp"

#include <gtest/gtest.h>

namespace {

using strandline::lab::kMostIntegers;
using strandline::lab::parse_integers;

using Integers = std::vector<std::int64_t>;

TEST(IntegerList, TakesIntegersAndRanges) {
  EXPECT_EQ(parse_integers("7"), Integers({7}));
  EXPECT_EQ(parse_integers("1,2,32"), Integers({1, 2, 32}));
  EXPECT_EQ(parse_integers("1..4"), Integers({1, 2, 3, 4}));
  EXPECT_EQ(parse_integers("-1..1,8,3..3"), Integers({-1, 0, 1, 8, 3}));
  EXPECT_EQ(parse_integers("9223372036854775806..9223372036854775807"),
            Integers({9223372036854775806, 9223372036854775807}));
}

TEST(IntegerList, TakesNothingElse) {
  for (const char* text : {"", ",", "1,", ",1", "1,,2", "a", "1a", "1 ", " 1", "1.5", "1..", "..2", "4..1", "1..2..3",
                           "1...3", "9223372036854775808", "0x10", "+1"}) {
    EXPECT_FALSE(parse_integers(text)) << '\'' << text << '\'';
  }
}

TEST(IntegerList, EndsWhereItIsTakenForASlip) {
  EXPECT_EQ(parse_integers("0..65536")->size(), static_cast<std::size_t>(kMostIntegers));
  EXPECT_FALSE(parse_integers("0..65537"));
  EXPECT_FALSE(parse_integers("0..65535,1,2"));
  EXPECT_FALSE(parse_integers("-9223372036854775808..9223372036854775807"));
}

}  // namespace
