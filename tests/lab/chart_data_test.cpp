// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tests of how a chart's series become datasets.
#include "report/chart_data.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace strandline::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using Points = std::vector<ChartPoint>;

Row row(const Json& parameters, const Json& values, const Json& predicted = Json::object()) {
  return {.parameters = parameters, .measured = {}, .values = values, .predicted = predicted};
}

Series series(const std::string& y, const Json& where = Json::object(), bool is_prediction = false) {
  return {.label = y + (is_prediction ? " by the model" : ""), .y = y, .where = where, .is_prediction = is_prediction};
}

Chart chart(std::vector<Series> all) {
  return {.title = "Title", .x = "stride", .x_label = "x", .y_label = "y", .series = std::move(all)};
}

ExperimentResults results(std::vector<Row> rows) {
  ExperimentResults found;
  found.name = "made-up";
  found.rows = std::move(rows);
  return found;
}

ChartData data_of(const Chart& chart, const ExperimentResults& found) { return chart_data(chart, {{"", &found}}); }

TEST(ChartData, CarriesLabelsAndAxes) {
  Chart logarithmic = chart({series("time")});
  logarithmic.log_x = true;
  logarithmic.log_y = true;
  const ChartData data = data_of(logarithmic, results({row({{"stride", 1}}, {{"time", 2.5}})}));
  EXPECT_EQ(data.title, "Title");
  EXPECT_EQ(data.x_label, "x");
  EXPECT_EQ(data.y_label, "y");
  EXPECT_TRUE(data.log_x && data.log_y);
  EXPECT_THAT(data.categories, IsEmpty());
  EXPECT_THAT(data.notes, IsEmpty());
  ASSERT_THAT(data.datasets, SizeIs(1));
  EXPECT_EQ(data.datasets[0].label, "time");
  EXPECT_EQ(data.datasets[0].run_label, "");
}

TEST(ChartData, APanelForEachValueOfAParameter) {
  const ExperimentResults found = results({row({{"stride", 1}, {"width_bytes", 4}}, {{"time", 1}}),
                                           row({{"stride", 1}, {"width_bytes", 16}}, {{"time", 2}}),
                                           row({{"other", 1}, {"width_bytes", 8}}, {{"time", 3}})});
  Chart divided = chart({series("time")});
  divided.panel_by = "width_bytes";
  divided.misses = "Here, since it is old.";
  const std::vector<Chart> panels = panels_of(divided, {{"", &found}});
  ASSERT_THAT(panels, SizeIs(2));
  EXPECT_EQ(panels[0].title, "Title, width of 4 bytes");
  EXPECT_EQ(panels[1].title, "Title, width of 16 bytes");
  EXPECT_EQ(data_of(panels[1], found).datasets.at(0).points, (Points{{1, 2}}));
  EXPECT_EQ(data_of(panels[0], found).misses, "") << "once is enough";
  EXPECT_EQ(data_of(panels[1], found).misses, "Here, since it is old.");
  divided.series[0].where = {{"width_bytes", 16}};
  EXPECT_THAT(panels_of(divided, {{"", &found}}), SizeIs(1)) << "of what no series shows there is no panel";
  divided.panel_by = "nothing";
  EXPECT_THAT(panels_of(divided, {{"", &found}}), SizeIs(1));
}

TEST(ChartData, PointsAreInOrderOfX) {
  const ExperimentResults found = results({row({{"stride", 4}}, {{"time", 8}}), row({{"stride", 1}}, {{"time", 2}}),
                                           row({{"stride", 2.5}}, {{"time", 5}})});
  EXPECT_EQ(data_of(chart({series("time")}), found).datasets.at(0).points, (Points{{1, 2}, {2.5, 5}, {4, 8}}));
}

TEST(ChartData, TakesOnlyRowsThatHaveAllOfWhere) {
  const ExperimentResults found = results({row({{"stride", 1}, {"width", 4}, {"space", "L1"}}, {{"time", 1}}),
                                           row({{"stride", 2}, {"width", 4.0}, {"space", "L1"}}, {{"time", 2}}),
                                           row({{"stride", 3}, {"width", 8}, {"space", "L1"}}, {{"time", 3}}),
                                           row({{"stride", 4}, {"width", 4}, {"space", "L2"}}, {{"time", 4}}),
                                           row({{"stride", 5}, {"width", 4}}, {{"time", 5}})});
  const ChartData data = data_of(chart({series("time", {{"width", 4}, {"space", "L1"}})}), found);
  EXPECT_EQ(data.datasets.at(0).points, (Points{{1, 1}, {2, 2}}));
}

TEST(ChartData, ValuesComeBeforeMediansAndPredictionsAreApart) {
  Row both = row({{"stride", 1}}, {{"time", 2}}, {{"time", 3}, {"other", 9}});
  both.measured = {{"time", {.median = 77, .samples = 5}}, {"other", {.median = 4, .samples = 5}}};
  const ChartData data =
      data_of(chart({series("time"), series("other"), series("time", Json::object(), true)}), results({both}));
  ASSERT_THAT(data.datasets, SizeIs(3));
  EXPECT_EQ(data.datasets[0].points, (Points{{1, 2}}));
  EXPECT_EQ(data.datasets[1].points, (Points{{1, 4}}));
  EXPECT_EQ(data.datasets[2].points, (Points{{1, 3}}));
  EXPECT_FALSE(data.datasets[0].is_prediction);
  EXPECT_TRUE(data.datasets[2].is_prediction);
}

TEST(ChartData, APredictionLooksLikeWhatItPredicts) {
  const Json narrow = {{"width", 4}};
  const Json wide = {{"width", 8}};
  const ExperimentResults found = results({row({{"stride", 1}, {"width", 4}}, {{"time", 1}}, {{"time", 1}}),
                                           row({{"stride", 1}, {"width", 8}}, {{"time", 1}}, {{"time", 1}})});
  const ChartData data = data_of(
      chart({series("time", narrow), series("time", narrow, true), series("time", wide, true), series("time", wide)}),
      found);
  std::vector<std::size_t> looks;
  for (const Dataset& dataset : data.datasets) looks.push_back(dataset.look);
  EXPECT_THAT(looks, ElementsAre(0, 0, 1, 1));
}

TEST(ChartData, RowsWithoutXOrYGiveNoPoint) {
  Row without_samples = row({{"stride", 4}}, Json::object());
  without_samples.measured = {{"time", {.samples = 0, .rejected = 9}}};
  const ExperimentResults found =
      results({row({{"stride", 1}}, {{"time", 2}}), row({{"other", 2}}, {{"time", 2}}),
               row({{"stride", 3}}, {{"cost", 2}}), row({{"stride", nullptr}}, {{"time", 2}}), without_samples,
               row({{"stride", 5}}, {{"time", "no number"}}), row({{"stride", 6}}, {{"time", nullptr}})});
  EXPECT_EQ(data_of(chart({series("time")}), found).datasets.at(0).points, (Points{{1, 2}}));
}

TEST(ChartData, SaysWhichSeriesHasNoFigures) {
  const ExperimentResults found = results({row({{"stride", 1}}, {{"time", 2}})});
  const ChartData data = chart_data(chart({series("time"), series("cost")}), {{"card A", &found}});
  ASSERT_THAT(data.datasets, SizeIs(1));
  EXPECT_THAT(data.notes, ElementsAre("No figures for cost of card A."));
  EXPECT_THAT(data_of(chart({series("cost")}), found).notes, ElementsAre("No figures for cost."));
}

TEST(ChartData, WhatIsNotFiniteIsLeftOutAndSaid) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const ExperimentResults found =
      results({row({{"stride", 1}}, {{"time", kNan}}), row({{"stride", 2}}, {{"time", kInfinity}}),
               row({{"stride", kNan}}, {{"time", 1}}), row({{"stride", 4}}, {{"time", 4}})});
  const ChartData data = data_of(chart({series("time")}), found);
  EXPECT_EQ(data.datasets.at(0).points, (Points{{4, 4}}));
  EXPECT_THAT(data.notes, ElementsAre(HasSubstr("3 points without a finite value")));
}

TEST(ChartData, LogarithmicAxesHaveNoPlaceForZero) {
  const ExperimentResults found = results({row({{"stride", 0}}, {{"time", 1}}), row({{"stride", 1}}, {{"time", 0}}),
                                           row({{"stride", 2}}, {{"time", -3}}), row({{"stride", 4}}, {{"time", 4}})});
  Chart own = chart({series("time")});
  EXPECT_THAT(data_of(own, found).datasets.at(0).points, SizeIs(4));
  EXPECT_THAT(data_of(own, found).notes, IsEmpty());
  own.log_y = true;
  EXPECT_EQ(data_of(own, found).datasets.at(0).points, (Points{{0, 1}, {4, 4}}));
  EXPECT_THAT(data_of(own, found).notes, ElementsAre(HasSubstr("2 points at or below zero")));
  own.log_x = true;
  EXPECT_EQ(data_of(own, found).datasets.at(0).points, (Points{{4, 4}}));
}

TEST(ChartData, TextsMakeBarsInTheOrderOfTheRows) {
  Chart own = chart({series("time"), series("time", {{"width", 8}})});
  own.log_x = true;  // of no meaning for texts
  const ExperimentResults found =
      results({row({{"stride", "naive"}}, {{"time", 3}}), row({{"stride", "copy"}, {"width", 8}}, {{"time", 1}}),
               row({{"stride", 5}}, {{"time", 7}}), row({{"stride", true}}, {{"time", 9}})});
  const ChartData data = data_of(own, found);
  EXPECT_THAT(data.categories, ElementsAre("naive", "copy", "5", "true"));
  EXPECT_EQ(data.datasets.at(0).points, (Points{{0, 3}, {1, 1}, {2, 7}, {3, 9}}));
  EXPECT_EQ(data.datasets.at(1).points, (Points{{1, 1}}));
  EXPECT_FALSE(data.log_x);
}

TEST(ChartData, ACategoryHasOneBarASeriesAndTheOthersAreSaid) {
  const ExperimentResults found = results(
      {row({{"stride", "copy"}, {"size", 1}}, {{"time", 3}}), row({{"stride", "copy"}, {"size", 2}}, {{"time", 4}})});
  const ChartData data = data_of(chart({series("time")}), found);
  EXPECT_EQ(data.datasets.at(0).points, (Points{{0, 3}}));
  EXPECT_THAT(data.notes, ElementsAre(HasSubstr("1 point whose place another row's bar has")));
}

TEST(ChartData, EachSeriesAppearsOnceARun) {
  const ExperimentResults a =
      results({row({{"stride", "copy"}}, {{"time", 3}}), row({{"stride", "naive"}}, {{"time", 4}})});
  const ExperimentResults b =
      results({row({{"stride", "naive"}}, {{"time", 5}}), row({{"stride", "tile"}}, {{"time", 6}})});
  const ChartData data = chart_data(chart({series("time")}), {{"card A", &a}, {"card B", &b}});
  EXPECT_THAT(data.categories, ElementsAre("copy", "naive", "tile"));
  ASSERT_THAT(data.datasets, SizeIs(2));
  EXPECT_EQ(data.datasets[0].run_label, "card A");
  EXPECT_EQ(data.datasets[0].run, 0U);
  EXPECT_EQ(data.datasets[0].points, (Points{{0, 3}, {1, 4}}));
  EXPECT_EQ(data.datasets[1].run_label, "card B");
  EXPECT_EQ(data.datasets[1].run, 1U);
  EXPECT_EQ(data.datasets[1].look, data.datasets[0].look);
  EXPECT_EQ(data.datasets[1].points, (Points{{1, 5}, {2, 6}}));
}

}  // namespace
}  // namespace strandline::lab
