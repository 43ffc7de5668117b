// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What rows say, and how far the model is off.
#include "results/results.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace {

using namespace strandline::lab;

Row example() {
  return {.parameters = {{"stride", 2}},
          .measured = {{"time", {.median = 4, .samples = 9}}, {"lost", {.samples = 0, .rejected = 9}}},
          .values = {{"relative", 1.5}, {"word", "text"}},
          .predicted = {{"relative", 1.0}, {"time", 5}, {"lost", 1}, {"word", 2}, {"nothing", 3}}};
}

TEST(Results, AValueGoesBeforeAMedian) {
  Row row = example();
  EXPECT_EQ(measured_value(row, "relative"), 1.5);
  EXPECT_EQ(measured_value(row, "time"), 4);
  row.values["time"] = 7;
  EXPECT_EQ(measured_value(row, "time"), 7);
}

TEST(Results, NothingIsMeasuredWithoutSamples) {
  EXPECT_FALSE(measured_value(example(), "lost"));
  EXPECT_FALSE(measured_value(example(), "word"));
  EXPECT_FALSE(measured_value(example(), "nothing"));
}

TEST(Results, DeviationsAreOfWhatWasPredictedAndMeasured) {
  const auto all = deviations(example());
  EXPECT_EQ(all.size(), 2U);
  EXPECT_DOUBLE_EQ(all.at("relative"), 0.5);
  EXPECT_DOUBLE_EQ(all.at("time"), -0.2);
}

TEST(Results, NoDeviationOfWhatIsNotFinite) {
  Row row = example();
  row.values["relative"] = std::numeric_limits<double>::quiet_NaN();
  row.predicted["time"] = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(deviations(row).empty());
}

TEST(Results, OneGateOrFailureSpoilsAnExperiment) {
  ExperimentResults results;
  EXPECT_TRUE(results.passed());
  results.gates = {{"a", true, ""}, {"b", false, ""}};
  EXPECT_FALSE(results.passed());
  results.gates = {};
  results.failures = {"an error"};
  EXPECT_FALSE(results.passed());
  results.failures = {};
  results.complete = false;
  EXPECT_FALSE(results.passed());
}

}  // namespace
