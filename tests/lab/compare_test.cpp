// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What B is against A: the rule for two medians, and which rows belong together.
#include "results/compare.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include <gtest/gtest.h>

#include <strandline/error.hpp>

#include "lab/results_in_memory.hpp"
#include "raster/temporary_folder.hpp"
#include "results/results_file.hpp"

namespace {

using namespace strandline;
using namespace strandline::lab;
using namespace strandline::test;

Summary published(double median) { return {.unit = "ms", .median = median, .samples = kUnknownSamples}; }

Outcome outcome_of(const Summary& a, const Summary& b) { return judge(a, b).outcome; }

// ---- two medians -----------------------------------------------------------------------------------------------

TEST(Judge, SteadyMediansDifferByMoreThanTheToleranceOrNot) {
  const Summary a = steady(1, 0.001, 21);
  EXPECT_EQ(outcome_of(a, steady(1, 0.001, 21)), Outcome::same);
  EXPECT_EQ(outcome_of(a, steady(1.028, 0.001, 21)), Outcome::same);
  EXPECT_EQ(outcome_of(a, steady(1.032, 0.001, 21)), Outcome::slower);
  EXPECT_EQ(outcome_of(a, steady(1 / 1.032, 0.001, 21)), Outcome::faster);
  EXPECT_EQ(outcome_of(a, steady(1 / 1.028, 0.001, 21)), Outcome::same);
  EXPECT_EQ(outcome_of(a, steady(30, 0.001, 21)), Outcome::slower);
}

TEST(Judge, TheMarginIsThatOfNotches) {
  const Judgement judgement = judge(steady(2, 0.1, 25), steady(3, 0.3, 100));
  EXPECT_DOUBLE_EQ(*judgement.ratio, 1.5);
  EXPECT_DOUBLE_EQ(judgement.margin, 1.58 * (0.1 / 2 / 5 + 0.3 / 3 / 10));
}

TEST(Judge, WhatTheSpreadsLeaveOpenIsUnclear) {
  // Margin 2 * 1.58 * 0.2 / 5 = 12.6 %: neither 5 % more nor none at all can be told.
  const Summary a = steady(1, 0.2, 25);
  EXPECT_EQ(judge(a, steady(1.05, 0.2, 25)).why, "spread too large");
  EXPECT_EQ(outcome_of(a, a), Outcome::unclear);
  EXPECT_EQ(outcome_of(a, steady(1.3, 0.2, 25)), Outcome::slower);
  EXPECT_EQ(outcome_of(a, steady(0.7, 0.1, 25)), Outcome::faster);
  EXPECT_EQ(outcome_of(steady(1, 0.2, 25 * 10'000), steady(1, 0.2, 25 * 10'000)), Outcome::same);
  EXPECT_EQ(judge(steady(1, 0.01, 25), steady(1.03, 0.01, 25)).why, "at the edge of the same");
}

TEST(Judge, SwappingTheSidesSwapsTheOutcome) {
  const auto swapped = [](Outcome outcome) {
    if (outcome == Outcome::faster) return Outcome::slower;
    return outcome == Outcome::slower ? Outcome::faster : outcome;
  };
  for (double ratio = 0.8; ratio < 1.25; ratio *= 1.0007) {
    for (const double iqr : {0.0, 0.01, 0.1}) {
      const Summary a = steady(1, iqr, 16);
      const Summary b = steady(ratio, iqr * ratio, 16);
      EXPECT_EQ(outcome_of(a, b), swapped(outcome_of(b, a))) << ratio << ' ' << iqr;
    }
  }
}

TEST(Judge, AnUnknownSpreadIsTakenForALargeOne) {
  const Summary a = published(1);
  EXPECT_EQ(judge(a, steady(1, 0, 21)).why, "spread unknown in A");
  EXPECT_EQ(judge(steady(1, 0, 21), a).why, "spread unknown in B");
  EXPECT_EQ(outcome_of(a, a), Outcome::unclear);
  EXPECT_EQ(outcome_of(a, steady(1.13, 0, 21)), Outcome::unclear);
  EXPECT_EQ(outcome_of(a, steady(1.14, 0, 21)), Outcome::slower);
  EXPECT_EQ(outcome_of(a, steady(1 / 1.14, 0, 21)), Outcome::faster);
  EXPECT_EQ(outcome_of(a, published(1.3)), Outcome::slower);
}

TEST(Judge, FewSamplesShowNoSpread) {
  EXPECT_EQ(judge(steady(1, 0, 4), steady(1.05, 0, 21)).why, "few samples in A");
  EXPECT_EQ(outcome_of(steady(1, 0, 5), steady(1.05, 0, 21)), Outcome::slower);
  EXPECT_EQ(outcome_of(steady(1, 0, 1), steady(1, 0, 1)), Outcome::unclear);
  EXPECT_DOUBLE_EQ(judge(steady(1, 0, 1), steady(1, 0, 21)).margin, kPresumedMargin);
  EXPECT_DOUBLE_EQ(judge(steady(1, 0.5, 4), steady(1, 0, 21)).margin, 1.58 * 0.5 / 2);
}

TEST(Judge, WithoutSamplesNothingIsSaid) {
  const Summary a = steady(1, 0, 21);
  for (const double median : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    const Judgement judgement = judge(a, steady(median, 0, 21));
    EXPECT_FALSE(judgement.ratio);
    EXPECT_EQ(judgement.outcome, Outcome::unclear);
  }
  EXPECT_EQ(judge(a, all_rejected(9)).why, "no samples in B");
  EXPECT_EQ(judge(all_rejected(9), a).why, "no samples in A");
}

TEST(Judge, UnitsMatter) {
  EXPECT_EQ(judge(steady(1, 0, 21), steady(1, 0, 21, "cycles")).why, "ms in A, cycles in B");
  EXPECT_EQ(outcome_of(steady(1, 0, 21, "cycles"), steady(2, 0, 21, "cycles")), Outcome::slower);
  EXPECT_EQ(outcome_of(steady(1, 0, 21, "GB/s"), steady(2, 0, 21, "GB/s")), Outcome::faster);
  EXPECT_EQ(outcome_of(steady(2, 0, 21, "GB/s"), steady(1, 0, 21, "GB/s")), Outcome::slower);
}

// ---- rates ---------------------------------------------------------------------------------------------------------

Summary with_work(Summary summary, double work, std::string unit = "bytes") {
  summary.work = work;
  summary.work_unit = std::move(unit);
  return summary;
}

TEST(Rate, SaysWhatWasDoneInAUnitOfTime) {
  const auto gb = rate_of(with_work(steady(2, 0.02, 9), 8e9));
  ASSERT_TRUE(gb);
  EXPECT_EQ(gb->unit, "GB/s");
  EXPECT_DOUBLE_EQ(gb->median, 4000);
  EXPECT_DOUBLE_EQ(gb->iqr / gb->median, 0.01);
  EXPECT_EQ(rate_of(with_work(steady(2, 0, 9), 4e6, "requests"))->unit, "10^9 requests/s");
  const auto per_cycle = rate_of(with_work(steady(100, 0, 9, "cycles"), 50, "loads"));
  EXPECT_EQ(per_cycle->unit, "loads/cycle");
  EXPECT_DOUBLE_EQ(per_cycle->median, 0.5);
  EXPECT_FALSE(rate_of(steady(2, 0, 9)));
  EXPECT_FALSE(rate_of(with_work(all_rejected(9), 1)));
}

// ---- which rows belong together --------------------------------------------------------------------------------

Results run_of(const std::string& name, std::vector<Row> rows) {
  Results run;
  ExperimentResults& experiment = run.experiments.emplace_back();
  experiment.name = name;
  experiment.rows = std::move(rows);
  return run;
}

Row row_of(Json parameters, double median) { return make_row(std::move(parameters), {{"time", steady(median, 0, 9)}}); }

TEST(Compare, RowsAreFoundByTheirParameters) {
  const Results a = run_of(
      "e", {row_of({{"n", 1}, {"p", "x"}}, 1), row_of({{"n", 2}, {"p", "x"}}, 1), row_of({{"n", 3}, {"p", "x"}}, 1)});
  const Results b = run_of(
      "e", {row_of({{"p", "y"}, {"n", 1}}, 1), row_of({{"p", "x"}, {"n", 2.0}}, 2), row_of({{"p", "x"}, {"n", 1}}, 3)});
  const Comparison comparison = compare({a}, {b});
  ASSERT_EQ(comparison.experiments.size(), 1U);
  const ComparedExperiment& experiment = comparison.experiments[0];
  ASSERT_EQ(experiment.rows.size(), 2U);
  EXPECT_EQ(experiment.rows[0].parameters, Json({{"n", 1}, {"p", "x"}}));
  EXPECT_EQ(experiment.rows[0].quantities.at(0).judgement.ratio, 3);
  EXPECT_EQ(experiment.rows[1].quantities.at(0).judgement.ratio, 2);
  EXPECT_EQ(experiment.only_in_a, std::vector<Json>({{{"n", 3}, {"p", "x"}}}));
  EXPECT_EQ(experiment.only_in_b, std::vector<Json>({{{"p", "y"}, {"n", 1}}}));
  EXPECT_EQ(comparison.count(Outcome::slower), 2);
  EXPECT_EQ(comparison.count(Outcome::same), 0);
}

TEST(Compare, OfEqualRowsTheFirstGoesWithTheFirst) {
  const Json n = {{"n", 1}};
  const Comparison comparison =
      compare({run_of("e", {row_of(n, 1), row_of(n, 1), row_of(n, 1)})}, {run_of("e", {row_of(n, 2), row_of(n, 3)})});
  const ComparedExperiment& experiment = comparison.experiments.at(0);
  ASSERT_EQ(experiment.rows.size(), 2U);
  EXPECT_EQ(experiment.rows[0].quantities[0].judgement.ratio, 2);
  EXPECT_EQ(experiment.rows[1].quantities[0].judgement.ratio, 3);
  EXPECT_EQ(experiment.only_in_a.size(), 1U);
  EXPECT_TRUE(experiment.only_in_b.empty());
}

TEST(Compare, QuantitiesAndValuesOfOneSideAreShown) {
  const Results a = run_of("e", {make_row({}, {{"x", steady(1, 0, 9, "cycles")}}, {{"r", 2}, {"t", "u"}})});
  const Results b = run_of("e", {make_row({}, {{"y", steady(1, 0, 9)}}, {{"r", 3}, {"s", nullptr}})});
  const Comparison comparison = compare({a}, {b});
  const ComparedRow& row = comparison.experiments.at(0).rows.at(0);
  ASSERT_EQ(row.quantities.size(), 2U);
  EXPECT_EQ(row.quantities[0].judgement.why, "no samples in B");
  EXPECT_EQ(row.quantities[0].b.unit, "cycles");
  EXPECT_EQ(row.quantities[1].judgement.why, "no samples in A");
  ASSERT_EQ(row.values.size(), 3U);
  EXPECT_EQ(row.values[0].ratio(), 1.5);
  EXPECT_EQ(row.values[1].a, "u");
  EXPECT_TRUE(row.values[1].b.is_null());
  EXPECT_FALSE(row.values[1].ratio());
  EXPECT_EQ(row.values[2].name, "s");
}

TEST(Compare, OfSeveralRunsTheLastThatHasTheExperimentCounts) {
  const Comparison comparison =
      compare({run_of("e", {row_of({}, 1)})},
              {run_of("e", {row_of({}, 7)}), run_of("e", {row_of({}, 2)}), run_of("f", {row_of({}, 3)})});
  ASSERT_EQ(comparison.experiments.size(), 1U);
  EXPECT_EQ(comparison.experiments[0].rows.at(0).quantities[0].judgement.ratio, 2);
  EXPECT_EQ(comparison.notes,
            std::vector<std::string>({"B has 3 runs; where several have an experiment, the last counts.",
                                      "The experiment f is only in B."}));
}

TEST(Compare, DoubtsAreNoted) {
  Results a = run_of("e", {make_row({{"n", 1}}, {{"time", with_work(steady(1, 0, 9), 1)}})});
  Results b = a;
  a.experiments[0].sizes = {{"n", {1}}, {"reads", {2048}}, {"same", {7}}};
  b.experiments[0].sizes = {{"n", {1, 2}}, {"reads", {256}}, {"same", {7}}};
  a.facts = {{"source_digest", "x"}};
  b.facts = {{"source_digest", "y"}, {"quick", true}};
  b.experiments[0].complete = false;
  b.experiments[0].gates = {{"fine", true, ""}, {"ten rows", false, "1"}};
  b.experiments[0].failures = {"an error"};
  b.experiments[0].skipped = {"no L2"};
  EXPECT_EQ(
      compare({a}, {b}).experiments.at(0).notes,
      std::vector<std::string>({"B: it was broken off.", "B: the gate 'ten rows' failed: 1", "B: it failed: an error",
                                "B: skipped: no L2", "B: a quick run, whose times mean little.",
                                "The size reads differs, so the rows are hardly comparable: [2048] in A, [256] in B.",
                                "A and B were measured with different sources of the kernels."}));
  EXPECT_TRUE(compare({a}, {a}).experiments.at(0).notes.empty());
}

Row row_with_work(std::int64_t n, double ms, double bytes) {
  return make_row({{"n", n}}, {{"time", with_work(steady(ms, 0, 9), bytes)}});
}

// As of a card with twice the L2 cache, whose region is twice as large and takes twice the time.
TEST(Compare, WhoDoesMoreInMoreTimeIsNoSlower) {
  const Comparison comparison = compare({run_of("e", {row_with_work(1, 1, 1e9), row_with_work(2, 1, 1e9)})},
                                        {run_of("e", {row_with_work(1, 2, 2e9), row_with_work(2, 2, 1e9)})});
  const ComparedExperiment& experiment = comparison.experiments.at(0);
  const ComparedQuantity& quantity = experiment.rows.at(0).quantities.at(0);
  EXPECT_EQ(quantity.judgement.outcome, Outcome::same);
  EXPECT_EQ(quantity.a.unit, "GB/s");
  EXPECT_EQ(experiment.rows.at(1).quantities.at(0).judgement.outcome, Outcome::slower);
  EXPECT_TRUE(experiment.notes.empty());
  const auto in_cycles = [](double cycles, double bytes) {
    return run_of("e", {make_row({}, {{"time", with_work(steady(cycles, 0, 9, "cycles"), bytes)}})});
  };
  EXPECT_EQ(compare({in_cycles(1000, 5e6)}, {in_cycles(2000, 1e7)}).count(Outcome::same), 1);
}

TEST(Compare, WhereWorkIsNotSaidTimesAreComparedAndItSaysSo) {
  const auto run = [](double ms, double work, const std::string& unit) {
    return run_of("e", {make_row({}, {{"t", with_work(steady(ms, 0, 9), work, unit)}})});
  };
  const Results silent = run(2, 0, "");
  const auto note_of = [](const Results& a, const Results& b) {
    const ComparedExperiment experiment = compare({a}, {b}).experiments.at(0);
    EXPECT_EQ(experiment.rows.at(0).quantities.at(0).a.unit, "ms");
    EXPECT_EQ(experiment.notes.size(), 1U);
    return experiment.notes.at(0);
  };
  const std::string begin = "Times are compared, not rates, where ";
  EXPECT_EQ(note_of(silent, run(1, 1, "bytes")), begin + "A doesn't say what a call did.");
  EXPECT_EQ(note_of(run(1, 1, "bytes"), silent), begin + "B doesn't say what a call did.");
  EXPECT_EQ(note_of(silent, silent), begin + "neither side says what a call did.");
  EXPECT_EQ(note_of(run(1, 1, "loads"), run(1, 1, "bytes")), begin + "a call's work is in loads in A, in bytes in B.");
  EXPECT_EQ(compare({run(1, 1, "bytes")}, {silent}).count(Outcome::slower), 1);
  EXPECT_TRUE(compare({run_of("e", {make_row({}, {{"t", all_rejected(1)}})})}, {silent}).experiments[0].notes.empty());
}

TEST(Compare, AnExperimentIsSummedUp) {
  const auto rate = [](double own) { return make_row({{"rate", true}}, {{"r", steady(own, 0, 9, "GB/s")}}); };
  const Comparison comparison = compare({run_of("e", {row_of({{"n", 1}}, 1), row_of({{"n", 2}}, 1), rate(1)})},
                                        {run_of("e", {row_of({{"n", 1}}, 1), row_of({{"n", 2}}, 4), rate(2)})});
  const ComparisonSummary summary = comparison.experiments.at(0).summary();
  EXPECT_EQ(summary.count(Outcome::same), 1);
  EXPECT_EQ(summary.count(Outcome::slower), 1);
  EXPECT_EQ(summary.count(Outcome::faster), 1);
  EXPECT_EQ(summary.count(Outcome::unclear), 0);
  EXPECT_NEAR(*summary.mean_speedup, std::cbrt(1.0 / 4 * 2), 1e-12);
  EXPECT_EQ(summary.slowest->parameters, Json({{"n", 2}}));
  EXPECT_DOUBLE_EQ(summary.slowest->speedup, 0.25);
  EXPECT_FALSE(compare({run_of("e", {})}, {run_of("e", {})}).experiments.at(0).summary().mean_speedup);
}

TEST(Compare, OneExperimentAlone) {
  Results a = run_of("e", {row_of({}, 1)});
  a.experiments.push_back(run_of("f", {row_of({}, 1)}).experiments[0]);
  Results b = a;
  b.source = "b.jsonl";
  b.experiments[1].name = "g";
  const Comparison comparison = compare({a}, {b}, {"e"});
  ASSERT_EQ(comparison.experiments.size(), 1U);
  EXPECT_EQ(comparison.experiments[0].name, "e");
  EXPECT_TRUE(comparison.notes.empty());
  // What isn't there can't be said not to be slower.
  for (const std::string name : {"f", "h"}) {
    expect_contains(message_of<FileError>([&] {
                      compare({a}, {b}, {"e", name});
                    }),
                    "there is no experiment '" + name + "' in '");
  }
  expect_contains(message_of<FileError>([&] { compare({a}, {b}, {"f"}); }), "' in 'b.jsonl', name one of e, g");
}

TEST(Compare, PublishedRowsGoWithMeasuredOnes) {
  const auto published_rows = read_results(STRANDLINE_TESTDATA "/tesla_t4_constant_published.jsonl");
  Row row = make_row({{"pattern", "per-lane"}, {"n", 8388608}},
                     {{"constant", steady(0.5, 0.001, 21)}, {"global", steady(0.8, 0.001, 21)}}, {{"ratio", 25.0}});
  const Comparison comparison = compare(published_rows, {run_of("constant", {row})});
  const ComparedExperiment& experiment = comparison.experiments.at(0);
  ASSERT_EQ(experiment.rows.size(), 1U);
  EXPECT_EQ(experiment.only_in_a.size(), 9U);
  EXPECT_EQ(comparison.count(Outcome::faster), 1);
  EXPECT_EQ(comparison.count(Outcome::unclear), 1);
}

}  // namespace
