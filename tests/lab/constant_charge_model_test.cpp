// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The sweep's requests have what they claim, and made-up cards of each kind are recognised.
#include "constant_charge/constant_charge_model.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "constant_charge/constant_charge_pattern.hpp"

namespace {

using namespace strandline;
using namespace strandline::lab;
using testing::HasSubstr;

using Card = std::function<double(int addresses, int lines)>;

std::vector<ChargeObservation> observe(const Card& card, int width_bytes = 4, bool is_thin = false) {
  std::vector<ChargeObservation> observations;
  for (const ChargePattern& own : charge_patterns(width_bytes, is_thin)) {
    observations.push_back({own.addresses, own.lines, card(own.addresses, own.lines)});
  }
  return observations;
}

class ChargeAtWidth : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(All, ChargeAtWidth, testing::Values(4, 8, 16));

TEST_P(ChargeAtWidth, EveryRequestHasTheAddressesAndLinesItClaims) {
  const int width_bytes = GetParam();
  int possible = 0;
  for (int addresses = 1; addresses <= 32; ++addresses) {
    for (int lines = 1; lines <= 32; ++lines) {
      const ChargePattern pattern{addresses, lines, width_bytes};
      if (!pattern.is_possible()) continue;
      ++possible;
      EXPECT_EQ(constant_memory_cost(pattern, width_bytes), (ConstantMemoryCost{addresses, lines}));
      for (int lane = 0; lane < 32; ++lane) {
        EXPECT_LE(pattern(lane) + static_cast<std::uint64_t>(width_bytes), std::uint64_t{kLoadTableBytes});
        EXPECT_EQ(pattern(lane) % static_cast<std::uint64_t>(width_bytes), 0U);
      }
    }
  }
  EXPECT_GT(possible, 300);
}

TEST_P(ChargeAtWidth, TheSweepVariesBothIndependently) {
  const int width_bytes = GetParam();
  std::set<int> addresses;
  std::set<int> lines;
  std::set<std::pair<int, int>> pairs;
  for (const ChargePattern& own : charge_patterns(width_bytes, false)) {
    EXPECT_TRUE(own.is_possible());
    EXPECT_EQ(own.width_bytes, width_bytes);
    EXPECT_TRUE(pairs.emplace(own.addresses, own.lines).second);
    addresses.insert(own.addresses);
    lines.insert(own.lines);
  }
  EXPECT_EQ(addresses.size(), 32U);
  EXPECT_EQ(lines.size(), 32U);
  EXPECT_TRUE(pairs.contains({32, 8}));
  EXPECT_TRUE(pairs.contains({31, 16}));
  for (const ChargePattern& own : charge_patterns(width_bytes, true)) {
    EXPECT_TRUE(pairs.contains({own.addresses, own.lines}));
  }
}

TEST(ChargePattern, KnowsWhatFitsIntoALine) {
  EXPECT_TRUE((ChargePattern{16, 1, 4}.is_possible()));
  EXPECT_FALSE((ChargePattern{17, 1, 4}.is_possible()));
  EXPECT_TRUE((ChargePattern{4, 1, 16}.is_possible()));
  EXPECT_FALSE((ChargePattern{5, 1, 16}.is_possible()));
  EXPECT_FALSE((ChargePattern{2, 3, 4}.is_possible()));
}

TEST_P(ChargeAtWidth, FindsACardThatChargesAddresses) {
  const auto fits = fit_charges(observe([](int a, int) { return 9.5 + 4.0 * a; }, GetParam()));
  ASSERT_TRUE(fits);
  EXPECT_NEAR(fits->addresses.base, 9.5, 1e-9);
  EXPECT_NEAR(fits->addresses.per_address, 4, 1e-9);
  EXPECT_EQ(fits->addresses.per_line, 0);
  EXPECT_NEAR(fits->addresses.r_squared, 1, 1e-12);
  EXPECT_LT(fits->addresses.largest_residual, 1e-9);
  EXPECT_NEAR(fits->both.per_line, 0, 1e-9);
  EXPECT_LT(fits->lines.r_squared, 0.9);
  EXPECT_EQ(judge_charge(*fits), ChargedBy::addresses);
  EXPECT_THAT(charge_sentence(GetParam(), *fits),
              HasSubstr("charges for distinct addresses: a load of a warp takes 9.50 "
                        "cycles and 4.00 for each address"));
}

TEST_P(ChargeAtWidth, FindsACardThatChargesLines) {
  const auto fits = fit_charges(observe([](int, int l) { return 20 + 2.5 * l; }, GetParam()));
  ASSERT_TRUE(fits);
  EXPECT_NEAR(fits->lines.base, 20, 1e-9);
  EXPECT_NEAR(fits->lines.per_line, 2.5, 1e-9);
  EXPECT_EQ(fits->lines.per_address, 0);
  EXPECT_EQ(judge_charge(*fits), ChargedBy::lines);
  EXPECT_THAT(charge_sentence(GetParam(), *fits), HasSubstr("charges for distinct lines of 64 bytes"));
}

TEST_P(ChargeAtWidth, FindsACardThatChargesBoth) {
  const auto fits = fit_charges(observe([](int a, int l) { return 5 + 2.0 * a + 3.0 * l; }, GetParam()));
  ASSERT_TRUE(fits);
  EXPECT_NEAR(fits->both.base, 5, 1e-9);
  EXPECT_NEAR(fits->both.per_address, 2, 1e-9);
  EXPECT_NEAR(fits->both.per_line, 3, 1e-9);
  EXPECT_EQ(judge_charge(*fits), ChargedBy::both);
  EXPECT_THAT(charge_sentence(GetParam(), *fits), HasSubstr("2.00 for each distinct address and 3.00 for each"));
}

TEST_P(ChargeAtWidth, NoiseAndASmallFloorDontChangeTheVerdict) {
  std::mt19937 random(1);
  std::normal_distribution<double> noise(0, 0.3);
  const auto card = [&](int a, int) { return std::max(6.0, 2.0 * a) + noise(random); };
  for (const bool is_thin : {false, true}) {
    const auto fits = fit_charges(observe(card, GetParam(), is_thin));
    ASSERT_TRUE(fits);
    EXPECT_EQ(judge_charge(*fits), ChargedBy::addresses) << charge_sentence(GetParam(), *fits);
  }
}

TEST(ConstantChargeModel, ClaimsNothingOfACardThatChargesNothing) {
  const auto fits = fit_charges(observe([](int, int) { return 10; }));
  ASSERT_TRUE(fits);
  EXPECT_EQ(fits->addresses.r_squared, 0);
  EXPECT_EQ(judge_charge(*fits), ChargedBy::undecided);
  EXPECT_THAT(charge_sentence(4, *fits), HasSubstr("neither model explains"));
}

TEST(ConstantChargeModel, ClaimsNothingOfNoise) {
  std::mt19937 random(2);
  std::normal_distribution<double> noise(50, 10);
  const auto fits = fit_charges(observe([&](int, int) { return noise(random); }));
  ASSERT_TRUE(fits);
  EXPECT_EQ(judge_charge(*fits), ChargedBy::undecided);
}

TEST(ConstantChargeModel, ClaimsNothingOfAFitThatIsMerelyTheBetterOne) {
  std::mt19937 random(3);
  std::normal_distribution<double> noise(0, 0.5);
  const std::vector<ChargePattern> patterns = charge_patterns(4, false);
  std::vector<ChargeObservation> observations;
  for (const ChargePattern& own : patterns) {
    if (own.lines <= 4) observations.push_back({own.addresses, own.lines, 0.25 * own.addresses + noise(random)});
  }
  const auto fits = fit_charges(observations);
  ASSERT_TRUE(fits);
  EXPECT_LT(fits->addresses.rms_residual, fits->lines.rms_residual / 3);
  EXPECT_LT(fits->addresses.r_squared, 0.98);
  EXPECT_EQ(judge_charge(*fits), ChargedBy::undecided);
}

TEST(ConstantChargeModel, TwoGoodFitsDontMakeTheBetterOneRight) {
  std::vector<ChargeObservation> observations;
  for (int lines = 1; lines < 32; ++lines) {
    for (const int addresses : {lines, lines + 1}) {
      observations.push_back({addresses, lines, 1.2 * addresses + lines});
    }
  }
  const auto fits = fit_charges(observations);
  ASSERT_TRUE(fits);
  EXPECT_LT(fits->addresses.rms_residual, fits->lines.rms_residual);
  EXPECT_GT(fits->addresses.r_squared, 0.98);
  EXPECT_EQ(judge_charge(*fits), ChargedBy::both);
}

TEST(ConstantChargeModel, ResidualsAreThoseOfTheFit) {
  const std::vector<ChargeObservation> observations = {{1, 1, 1}, {2, 1, 3}, {3, 2, 2}};
  const auto fit = fit_by_addresses(observations);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->per_address, 0.5, 1e-12);  // by hand: 1.5, 2, 2.5
  EXPECT_NEAR(fit->base, 1, 1e-12);
  EXPECT_NEAR(fit->largest_residual, 1, 1e-12);
  EXPECT_NEAR(fit->rms_residual, std::sqrt(1.5 / 3), 1e-12);
  EXPECT_NEAR(fit->r_squared, 0.25, 1e-12);
}

TEST(ConstantChargeModel, TooLittleToFitIsNoFit) {
  EXPECT_FALSE(fit_charges({}));
  const std::vector<ChargeObservation> one = {{4, 2, 10}};
  EXPECT_FALSE(fit_by_addresses(one));
  EXPECT_FALSE(fit_by_lines(one));
  const std::vector<ChargeObservation> diagonal = {{1, 1, 10}, {2, 2, 14}, {9, 9, 42}};
  EXPECT_TRUE(fit_by_addresses(diagonal));
  EXPECT_FALSE(fit_by_both(diagonal));  // which of the two is charged can't be told
  EXPECT_FALSE(fit_charges(diagonal));
}

}  // namespace
