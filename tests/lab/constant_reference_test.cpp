// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The filter in double precision, against known answers.
#include "constant/constant_reference.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "constant/constant_filter.hpp"

namespace {

using namespace strandline;
using namespace strandline::lab;

constexpr std::uint32_t kOwnTap = kFilterTaps - 1;

/// Tap t is t + 1.
std::vector<float> numbered_taps() {
  std::vector<float> taps(kFilterTaps);
  std::iota(taps.begin(), taps.end(), 1.0F);
  return taps;
}

std::vector<float> impulse(std::size_t outputs, std::size_t place) {
  std::vector<float> input(outputs + kFilterTaps - 1, 0.0F);
  input[place] = 1;
  return input;
}

TEST(ConstantReference, AnImpulseShowsTheTapsBackwards) {
  const std::vector<double> output = convolve_reference(impulse(100, 50), numbered_taps(), 0);
  ASSERT_EQ(output.size(), 100U);
  for (std::size_t i = 0; i < output.size(); ++i) {
    const bool is_reached = i <= 50 && i + kFilterTaps > 50;
    EXPECT_EQ(output[i], is_reached ? static_cast<double>(50 - i + 1) : 0) << i;
  }
}

TEST(ConstantReference, EachLaneBeginsAtItsOwnTap) {
  const std::vector<double> output = convolve_reference(impulse(100, 50), numbered_taps(), kOwnTap);
  EXPECT_EQ(output[50], 19);  // lane 18 begins at tap 18
  EXPECT_EQ(output[49], 19);  // lane 17, its second tap
  EXPECT_EQ(output[32], 19);  // lane 0
  EXPECT_EQ(output[31], 19);  // lane 31: 19 steps after tap 31
  EXPECT_EQ(output[51], 0);
}

TEST(ConstantReference, AllTapsTakePartInAnyOrder) {
  const std::vector<float> ones(1000 + kFilterTaps - 1, 1.0F);
  for (const std::uint32_t mask : {0U, kOwnTap}) {
    const std::vector<double> output = convolve_reference(ones, numbered_taps(), mask);
    EXPECT_TRUE(std::ranges::all_of(output, [](double sum) { return sum == 32 * 33 / 2; }));
  }
}

TEST(ConstantReference, OneOutputIsEnough) {
  EXPECT_EQ(convolve_reference(impulse(1, 31), numbered_taps(), 0), std::vector<double>{32});
}

TEST(ConstantFilter, TapsDifferAndTheirSumsStaySmall) {
  float sum = 0;
  for (std::uint32_t tap = 0; tap < kFilterTaps; ++tap) {
    sum += std::abs(tap_value(tap));
    for (std::uint32_t other = 0; other < tap; ++other) EXPECT_NE(tap_value(tap), tap_value(other));
  }
  EXPECT_LE(sum, 1);
  EXPECT_GT(sum, 0.2F);
}

TEST(ConstantFilter, TheModelChargesEachLanesOwnAddress) {
  EXPECT_EQ(predicted_constant_ratio(0), 1);
  EXPECT_DOUBLE_EQ(predicted_constant_ratio(kOwnTap), (1 + 32) / 2.0);
  EXPECT_DOUBLE_EQ(predicted_constant_ratio(1), (1 + 2) / 2.0);
}

}  // namespace
