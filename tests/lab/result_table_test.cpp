// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The table that people see while experiments run.
#include "results/result_table.hpp"

#include <functional>
#include <sstream>

#include <gtest/gtest.h>

#include <strandline/error.hpp>

#include "lab/results_in_memory.hpp"
#include "raster/temporary_folder.hpp"
#include "results/figure_text.hpp"

namespace {

using namespace strandline;
using namespace strandline::lab;
using namespace strandline::test;

std::string table_of(const std::vector<Row>& rows) {
  std::ostringstream out;
  {
    ResultTable table(out);
    for (const Row& row : rows) table.row(row);
  }
  return out.str();
}

Row row_of(Json parameters, Json values, Json predicted = Json::object()) {
  return make_row(std::move(parameters), {}, std::move(values), std::move(predicted));
}

TEST(ResultTable, LooksLikeThis) {
  std::ostringstream out;
  ResultTable table(out);
  tell(make_results(), table);
  EXPECT_EQ(out.str(), R"(card      NVIDIA H200
l2_bytes  62914560
quick     false

== banks: A title
A question?
Sizes: words 2048; strides 1, 2

stride  padded  pattern      time cycles    model  off          other ms         time ms  relative  model     off  SASS  steady
1               all "lanes"                                               0.3333 (0.3 %)         1      1  +0.0 %
2.5     yes                  0.7 (0.0 %)  unknown    –  none, 9 rejected                   unknown      2       –  LDS   no

PASSED  results are right: 2 checked
FAILED  two rows: 1, not 2

SKIPPED no L2

FAILED  an error
of two lines

Stride 2 costs twice.

* The time limit ended it before the samples were steady.

== empty: A title
A question?
)");
}

TEST(ResultTable, TextsStandLeftAndFiguresRightHoweverLongTheyAre) {
  EXPECT_EQ(table_of({row_of({{"kernel", "copy"}, {"way", "π"}}, {{"gb_per_s", 1000000000}, {"n", nullptr}}),
                      row_of({{"kernel", "tile_of_33"}, {"way", 4}}, {{"gb_per_s", 7}, {"n", 10}})}),
            R"(
kernel      way    gb_per_s   n
copy        π    1000000000   –
tile_of_33  4             7  10
)");
}

TEST(ResultTable, TheFirstColumnStandsLeftThoughItHoldsFigures) {
  EXPECT_EQ(table_of({row_of({{"n", 1}}, {{"r", 1}}), row_of({{"n", 100}}, {{"r", 100}})}), R"(
n      r
1      1
100  100
)");
}

TEST(ResultTable, WhatARowLacksIsLeftEmpty) {
  EXPECT_EQ(table_of({row_of({{"n", 1}}, {{"r", 4}, {"q", 5}}),
                      row_of({{"n", 2}}, {{"r", 4}, {"p", 6}, {"q", 5}}, {{"r", 4}, {"p", 6}}),
                      row_of({{"n", 3}, {"m", 7}}, {{"p", 6}, {"s", 8}})}),
            R"(
n  m  r  model     off  p  model     off  s  q
1     4                                      5
2     4      4  +0.0 %  6      6  +0.0 %     5
3  7                    6                 8
)");
}

TEST(ResultTable, OneTitleIsTwoColumnsWhereItBelongsToTwo) {
  EXPECT_EQ(table_of({make_row({{"n", 1}}, {{"time", steady(2, 0, 9)}}, {{"model", 3}}, {{"time", 2}, {"model", 3}}),
                      make_row({{"n", 2}}, {{"time", steady(4, 0, 9, "cycles")}}, {{"n", 5}}, {{"time", 4}})}),
            R"(
n  time cycles  model     off    time ms  model     off  n  model  model     off
1                              2 (0.0 %)      2  +0.0 %         3      3  +0.0 %
2    4 (0.0 %)      4  +0.0 %                            5
)");
}

TEST(ResultTable, AnotherFirstParameterBeginsATable) {
  EXPECT_EQ(table_of({row_of({{"n", 1}}, {}), row_of({{"m", 1}}, {}), row_of({{"m", 2}}, {}), row_of({}, {{"n", 3}})}),
            "\nn\n1\n\nm\n1\n2\n\nn\n3\n");
}

TEST(ResultTable, RowsAreHeldUntilSomethingElseComes) {
  const Json facts = {{"card", "a card"}};
  const std::vector<std::function<void(ResultTable&)>> others = {
      [&](ResultTable& table) { table.begin_run(facts); },
      [](ResultTable& table) { table.begin_experiment({}, Json::object()); },
      [](ResultTable& table) { table.verdict("v"); },
      [](ResultTable& table) { table.skipped("s"); },
      [](ResultTable& table) { table.failure("f"); },
      [](ResultTable& table) { table.end_experiment(); }};
  for (std::size_t i = 0; i < others.size(); ++i) {
    std::ostringstream out;
    ResultTable table(out);
    table.row(row_of({{"n", 1}}, {}));
    EXPECT_EQ(out.str(), "") << i;
    others[i](table);
    EXPECT_TRUE(out.str().starts_with("\nn\n1\n")) << i << out.str();
    table.row(row_of({{"n", 2}}, {}));
    table.end_experiment();
    expect_contains(out.str(), "\nn\n2\n");
  }
}

TEST(ResultTable, AnExceptionCostsNoRow) {
  std::ostringstream out;
  try {
    ResultTable table(out);
    table.row(row_of({{"n", 1}}, {}));
    throw FileError("another sink's");
  } catch (const FileError&) {
    EXPECT_EQ(out.str(), "\nn\n1\n");
  }
}

TEST(ResultTable, IsDestroyedInSilenceWhenTheStreamTakesNothing) {
  std::ostringstream out;
  {
    ResultTable table(out);
    table.row(row_of({{"n", 1}}, {}));
    out.setstate(std::ios::badbit);
  }  // an exception that leaves a destructor would end the program
  EXPECT_EQ(out.str(), "");
}

TEST(ResultTable, MarksWhatTheModelMissesBy15Percent) {
  const auto off = [](double measured) { return table_of({make_row({}, {}, {{"r", measured}}, {{"r", 1.0}})}); };
  expect_contains(off(1.5), deviation_text(0.5) + " !\n");
  expect_contains(off(0.5), deviation_text(-0.5) + " !\n");
  expect_contains(off(1.125), deviation_text(0.125) + "\n");
  const std::string of_a_time = table_of({make_row({}, {{"t", steady(2, 0, 9)}}, {}, {{"t", 1}})});
  expect_contains(of_a_time, deviation_text(1) + " !\n");
}

TEST(ResultTable, ShowsPredictionsOfWhatWasNotMeasured) {
  const std::string text = table_of({make_row({{"n", 1}}, {}, {{"r", 4}}, {{"sectors", 32}, {"r", 4}})});
  EXPECT_EQ(text, "\nn  r  model     off  model sectors\n1  4      4  +0.0 %             32\n");
}

TEST(ResultTable, NeverShowsNan) {
  const Row row = make_row({}, {{"t", all_rejected(3)}}, {{"r", std::numeric_limits<double>::quiet_NaN()}},
                           {{"r", std::numeric_limits<double>::quiet_NaN()}, {"t", 1}});
  EXPECT_EQ(table_of({row}).find("nan"), std::string::npos) << table_of({row});
  expect_contains(table_of({row}), "none, 3 rejected");
}

TEST(ResultTable, ShowsMediansWhoseSpreadIsUnknown) {
  const Summary summary = {.unit = "ms", .median = 0.25, .samples = kUnknownSamples};
  expect_contains(table_of({make_row({}, {{"t", summary}})}), "\n0.25\n");
}

TEST(ResultTable, TellsWhichSamplesTheTimeLimitEnded) {
  Summary limited = steady(0.5, 0.25, 9);
  limited.ended = "time limit";
  expect_contains(table_of({make_row({}, {{"t", limited}})}), "0.5 (50.0 %)*\n");
}

TEST(ResultTable, AStreamThatTakesNothingIsAnError) {
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  ResultTable table(out);
  expect_contains(message_of<FileError>([&] { table.verdict("v"); }), "on stdout");
}

TEST(ResultTable, GatesBetweenRowsStandBelowThem) {
  std::ostringstream out;
  ResultTable table(out);
  for (const int n : {1, 20}) {
    table.row(make_row({{"n", n}}, {}));
    table.gate({"a gate", true, "of " + std::to_string(n)});
  }
  table.verdict("So it is.");
  EXPECT_EQ(out.str(), "\nn\n1\n20\n\nPASSED  a gate: of 1\nPASSED  a gate: of 20\n\nSo it is.\n");
}

}  // namespace
