// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The table that people see while experiments run.
#include "results/result_table.hpp"

#include <sstream>

#include <fmt/format.h>
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
  ResultTable table(out);
  for (const Row& row : rows) table.row(row);
  return out.str();
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

  stride      pattern         time ms  relative     model       off
       1  all "lanes"  0.3333 (0.3 %)         1         1    +0.0 %

  stride    padded  time cycles     model       off          other ms  relative     model       off      SASS    steady
     2.5       yes  0.7 (0.0 %)   unknown         -  none, 9 rejected   unknown         2         -       LDS        no

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

TEST(ResultTable, OneHeadingForRowsThatAreAlike) {
  const std::string text =
      table_of({make_row({{"n", 1}}, {}), make_row({{"n", 1000000000}}, {}), make_row({{"m", 1}}, {})});
  EXPECT_EQ(text, "\n       n\n       1\n1000000000\n\n       m\n       1\n");
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
  EXPECT_EQ(text, "\n       n         r     model       off  model sectors\n       1         4         4  " +
                      fmt::format("{:>8}", deviation_text(0)) + "             32\n");
}

TEST(ResultTable, NeverShowsNan) {
  const Row row = make_row({}, {{"t", all_rejected(3)}}, {{"r", std::numeric_limits<double>::quiet_NaN()}},
                           {{"r", std::numeric_limits<double>::quiet_NaN()}, {"t", 1}});
  EXPECT_EQ(table_of({row}).find("nan"), std::string::npos) << table_of({row});
  expect_contains(table_of({row}), "none, 3 rejected");
}

TEST(ResultTable, ShowsMediansWhoseSpreadIsUnknown) {
  const Summary summary = {.unit = "ms", .median = 0.25, .samples = kUnknownSamples};
  expect_contains(table_of({make_row({}, {{"t", summary}})}), " 0.25\n");
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

}  // namespace
