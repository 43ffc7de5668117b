// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The figures of one screen: which rows they come from, and that none comes from an experiment that failed.
#include "results/summary.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "lab/results_in_memory.hpp"

namespace {

using namespace strandline::lab;
using namespace strandline::test;

Row of_banks(int width_bytes, int stride, double cycles) {
  return make_row({{"width_bytes", width_bytes}, {"stride", stride}}, {{"time", steady(1, 0, 9)}},
                  {{"cycles_per_request", cycles}});
}

Row of_bodies(const char* place, double rate) {
  return make_row({{"place", place}}, {}, {{"g_interactions_per_s", rate}});
}

Results run_of_two() {
  ExperimentResults banks;
  banks.name = "banks";
  banks.rows = {of_banks(8, 1, 2.1), of_banks(4, 1, 1.03), of_banks(4, 2, 2.04), of_banks(4, 32, 31)};
  banks.gates = {{"a gate", true, ""}};
  ExperimentResults nbody;
  nbody.name = "nbody";
  nbody.rows = {of_bodies("constant", 1700), of_bodies("shared", 1900), of_bodies("global", 1500)};
  Results run;
  run.experiments = {nbody, banks};
  return run;
}

TEST(Summary, HasFiguresWithUnitsAndPlaces) {
  const std::vector<SummaryFigure> figures = summarise(run_of_two());
  ASSERT_EQ(figures.size(), 3U);
  EXPECT_EQ(figures[0].value, 1.03);
  EXPECT_EQ(figures[0].unit, "cycles");
  EXPECT_EQ(figures[0].from, "banks: width_bytes 4, stride 1");
  EXPECT_EQ(figures[1].value, 31);
  EXPECT_EQ(figures[2].value, 1900);
  EXPECT_EQ(figures[2].from, "nbody: place shared");
  EXPECT_TRUE(summary_doubts(run_of_two()).empty());
}

TEST(Summary, HasNothingOfWhatDidNotPass) {
  Results run = run_of_two();
  run.experiments[1].gates.push_back({"another", false, "1, not 2"});
  EXPECT_EQ(summarise(run).size(), 1U);
  EXPECT_EQ(summary_doubts(run), std::vector<std::string>{"banks: the gate 'another' failed."});
  run.experiments[0].complete = false;
  EXPECT_TRUE(summarise(run).empty());
  run.experiments[0].failures = {"no memory"};
  run.facts["quick"] = true;
  EXPECT_EQ(summary_doubts(run),
            (std::vector<std::string>{"A quick run, whose times mean little.", "nbody failed: no memory",
                                      "banks: the gate 'another' failed."}));
}

TEST(Summary, WhatIsNoNumberIsNoFigure) {
  Results run = run_of_two();
  run.experiments[1].rows[1].values["cycles_per_request"] = nullptr;
  run.experiments[1].rows[3].values["cycles_per_request"] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(summarise(run).size(), 1U);
}

}  // namespace
