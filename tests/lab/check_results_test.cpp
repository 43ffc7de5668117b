// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What is compared with a reference: that wrong results are found, wherever and whatever they are.
#include "results/check_results.hpp"

#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace strandline::lab;

const std::vector<double> kExpected = {1, -100, 0};
constexpr Tolerance kTolerance{.relative = 0.01, .absolute = 0.001};

double check(const std::vector<float>& found) { return check_close(found, kExpected, kTolerance, "the kernel"); }

TEST(CheckResults, TellsTheGreatestDifference) {
  EXPECT_NEAR(check({1.005F, -100.5F, 0.0005F}), 0.5, 1e-5);
  EXPECT_EQ(check({1, -100, 0}), 0);
}

TEST(CheckResults, FindsWhatIsTooFarOff) {
  EXPECT_THROW(check({1.02F, -100, 0}), CheckFailed);
  EXPECT_THROW(check({1, -102, 0}), CheckFailed);
  EXPECT_THROW(check({1, -100, 0.002F}), CheckFailed);
}

TEST(CheckResults, FindsWhatIsNoNumber) {
  EXPECT_THROW(check({1, -100, std::numeric_limits<float>::quiet_NaN()}), CheckFailed);
  EXPECT_THROW(check({1, -std::numeric_limits<float>::infinity(), 0}), CheckFailed);
}

TEST(CheckResults, FindsWhatIsMissing) {
  EXPECT_THROW(check({1, -100}), CheckFailed);
  EXPECT_THROW(check({}), CheckFailed);
}

TEST(CheckResults, NamesTheElement) {
  try {
    check({1, -100, 5});
    FAIL() << "nothing was thrown";
  } catch (const CheckFailed& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("the kernel gave 5 in element 2 and should have given 0"));
  }
}

TEST(CheckResults, ComparesExactly) {
  const std::vector<std::uint32_t> right = {1, 2, 3};
  EXPECT_NO_THROW(check_equal(right, right, "the kernel"));
  EXPECT_THROW(check_equal(std::vector<std::uint32_t>{1, 2, 4}, right, "the kernel"), CheckFailed);
  EXPECT_THROW(check_equal(std::vector<std::uint32_t>{1, 2}, right, "the kernel"), CheckFailed);
  const std::vector<float> not_a_number = {std::numeric_limits<float>::quiet_NaN()};
  EXPECT_THROW(check_equal(not_a_number, std::vector<float>{1}, "the kernel"), CheckFailed);
}

}  // namespace
