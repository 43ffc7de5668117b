// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// That every experiment describes itself wholly.
#include "catalogue.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <strandline/error.hpp>

namespace {

using namespace strandline;
using namespace strandline::lab;

void expect_in_range(const SizeOption& option, const std::vector<std::int64_t>& values) {
  EXPECT_FALSE(values.empty());
  EXPECT_TRUE(option.takes_several || values.size() == 1);
  for (const std::int64_t value : values) {
    EXPECT_GE(value, option.smallest);
    EXPECT_LE(value, option.largest);
  }
}

TEST(Catalogue, HasTheTwelveExperiments) {
  std::set<std::string> names;
  for (const Description& own : catalogue()) names.insert(own.name);
  EXPECT_EQ(names,
            (std::set<std::string>{"ladder", "atomics", "constant", "constant-charge", "constant-cache", "constant-api",
                                   "banks", "transpose", "coalescing", "l2-persistence", "nbody", "convolution"}));
}

TEST(Catalogue, EveryExperimentSaysWhatItIs) {
  for (const Description& own : catalogue()) {
    SCOPED_TRACE(own.name);
    EXPECT_FALSE(own.title.empty());
    EXPECT_TRUE(own.question.ends_with("?"));
    EXPECT_EQ(&find_description(own.name), &own);
  }
}

TEST(Catalogue, EveryExperimentSaysItsMethodAndLimits) {
  for (const Description& own : catalogue()) {
    SCOPED_TRACE(own.name);
    EXPECT_FALSE(own.method.empty());
    EXPECT_FALSE(own.limits.empty());
  }
}

TEST(Catalogue, WhoPredictsByRatesOfTheSameRunSaysSo) {
  for (const char* name : {"transpose", "l2-persistence", "nbody", "convolution", "constant-charge", "coalescing"}) {
    SCOPED_TRACE(name);
    EXPECT_FALSE(find_description(name).fitted.empty());
  }
}

TEST(Catalogue, SizesAreWithinTheirOwnRanges) {
  for (const Description& own : catalogue()) {
    for (const SizeOption& option : own.sizes) {
      SCOPED_TRACE(own.name + "." + option.name);
      EXPECT_FALSE(option.meaning.empty());
      expect_in_range(option, option.values);
      expect_in_range(option, option.quick_values);
    }
  }
}

TEST(Catalogue, ChartsNameWhatTheyDraw) {
  for (const Description& own : catalogue()) {
    for (const Chart& chart : own.charts) {
      SCOPED_TRACE(own.name + ": " + chart.title);
      EXPECT_FALSE(chart.title.empty());
      EXPECT_FALSE(chart.x.empty());
      EXPECT_FALSE(chart.x_label.empty());
      EXPECT_FALSE(chart.y_label.empty());
      EXPECT_FALSE(chart.series.empty());
      for (const Series& series : chart.series) EXPECT_FALSE(series.label.empty() || series.y.empty());
    }
  }
}

TEST(Catalogue, AnUnknownNameIsAnswered) {
  EXPECT_THROW(find_description("bank"), InvalidArgument);
  EXPECT_THROW(find_description(""), InvalidArgument);
}

}  // namespace
