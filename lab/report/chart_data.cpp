// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Picks the points of a chart's series out of the rows.
#include "report/chart_data.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace strandline::lab {
namespace {

bool is_of_series(const Row& row, const Series& series) {
  return std::ranges::all_of(series.where.items(), [&](const auto& wanted) {
    const auto own = row.parameters.find(wanted.key());
    return own != row.parameters.end() && *own == wanted.value();
  });
}

std::optional<double> y_of(const Row& row, const Series& series) {
  if (!series.is_prediction) return measured_value(row, series.y);
  const auto predicted = row.predicted.find(series.y);
  return predicted != row.predicted.end() && predicted->is_number() ? std::optional(predicted->get<double>())
                                                                    : std::nullopt;
}

/// Calls `visit(row, x)` for each row of the series that has an x.
template <class Visit>
void for_each_row(const ExperimentRun& run, const Chart& chart, const Series& series, Visit&& visit) {
  for (const Row& row : run.results->rows) {
    const auto x = row.parameters.find(chart.x);
    if (x != row.parameters.end() && !x->is_null() && is_of_series(row, series)) visit(row, *x);
  }
}

std::string category_name(const Json& x) { return x.is_string() ? x.get<std::string>() : x.dump(); }

/// In the order in which the rows have them; none when every x is a number.
std::vector<std::string> categories_of(const Chart& chart, const std::vector<ExperimentRun>& runs) {
  std::vector<std::string> names;
  bool has_text = false;
  for (const ExperimentRun& run : runs) {
    for (const Series& series : chart.series) {
      for_each_row(run, chart, series, [&](const Row& row, const Json& x) {
        if (!y_of(row, series)) return;
        has_text = has_text || !x.is_number();
        const std::string name = category_name(x);
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
      });
    }
  }
  return has_text ? names : std::vector<std::string>();
}

/// A prediction and what it predicts have the same key and the same rows.
std::vector<std::size_t> looks_of(const std::vector<Series>& all) {
  std::vector<std::size_t> looks;
  std::size_t count = 0;
  for (std::size_t index = 0; index < all.size(); ++index) {
    const auto is_same = [&](const Series& other) {
      return other.y == all[index].y && other.where == all[index].where;
    };
    const auto first = static_cast<std::size_t>(std::ranges::find_if(all, is_same) - all.begin());
    looks.push_back(first < index ? looks[first] : count++);
  }
  return looks;
}

class DatasetMaker {
 public:
  DatasetMaker(const Chart& chart, ChartData& data) : chart_(chart), data_(data) {}

  std::vector<ChartPoint> points(const Series& series, const ExperimentRun& run) {
    std::vector<ChartPoint> points;
    for_each_row(run, chart_, series, [&](const Row& row, const Json& x) {
      if (const std::optional<double> y = y_of(row, series)) add({place(x), *y}, points);
    });
    std::ranges::stable_sort(points, {}, &ChartPoint::x);
    if (!data_.categories.empty()) keep_one_bar_a_category(points);
    return points;
  }

  /// After the last series.
  void say_what_is_missing() const {
    if (off_the_axes_ > 0) {
      data_.notes.push_back(
          fmt::format("Not drawn: {} at or below zero, where a logarithmic axis has no place.", count(off_the_axes_)));
    }
    if (not_finite_ > 0)
      data_.notes.push_back(fmt::format("Not drawn: {} without a finite value.", count(not_finite_)));
    if (behind_others_ > 0) {
      data_.notes.push_back(fmt::format("Not drawn: {} whose place another row's bar has; the table has them all.",
                                        count(behind_others_)));
    }
  }

 private:
  static std::string count(std::int64_t points) { return fmt::format("{} point{}", points, points == 1 ? "" : "s"); }

  double place(const Json& x) const {
    if (data_.categories.empty()) return x.get<double>();
    return static_cast<double>(std::ranges::find(data_.categories, category_name(x)) - data_.categories.begin());
  }

  void add(ChartPoint point, std::vector<ChartPoint>& points) {
    if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
      ++not_finite_;
    } else if ((data_.log_x && point.x <= 0) || (data_.log_y && point.y <= 0)) {
      ++off_the_axes_;
    } else {
      points.push_back(point);
    }
  }

  void keep_one_bar_a_category(std::vector<ChartPoint>& points) {
    // Not std::ranges::unique: clang 14, which builds the fuzzers, can't compile that of libstdc++ 12.
    const auto is_same_bar = [](const ChartPoint& a, const ChartPoint& b) { return a.x == b.x; };
    const auto others = std::unique(points.begin(), points.end(), is_same_bar);
    behind_others_ += points.end() - others;
    points.erase(others, points.end());
  }

  const Chart& chart_;
  ChartData& data_;
  std::int64_t off_the_axes_ = 0;
  std::int64_t not_finite_ = 0;
  std::int64_t behind_others_ = 0;
};

/// "loads cg", or "width of 4 bytes" where the key tells the unit.
std::string panel_name(std::string key, const Json& value) {
  constexpr std::string_view kBytes = "_bytes";
  const bool is_bytes = key.ends_with(kBytes);
  if (is_bytes) key.resize(key.size() - kBytes.size());
  std::ranges::replace(key, '_', ' ');
  const std::string name = category_name(value);
  return is_bytes ? fmt::format("{} of {} bytes", key, name) : fmt::format("{} {}", key, name);
}

}  // namespace

std::vector<Chart> panels_of(const Chart& chart, const std::vector<ExperimentRun>& runs) {
  std::vector<Json> values;
  for (const ExperimentRun& run : runs) {
    for (const Series& series : chart.series) {
      for_each_row(run, chart, series, [&](const Row& row, const Json&) {
        const auto value = row.parameters.find(chart.panel_by);
        if (value == row.parameters.end() || !y_of(row, series)) return;
        if (std::ranges::find(values, *value) == values.end()) values.push_back(*value);
      });
    }
  }
  if (values.empty()) return {chart};
  std::vector<Chart> panels;
  for (const Json& value : values) {
    Chart& panel = panels.emplace_back(chart);
    panel.title = fmt::format("{}, {}", chart.title, panel_name(chart.panel_by, value));
    for (Series& series : panel.series) series.where[chart.panel_by] = value;
    if (value != values.back()) panel.misses.clear();  // once, after all of them
  }
  return panels;
}

ChartData chart_data(const Chart& chart, const std::vector<ExperimentRun>& runs) {
  ChartData data{.title = chart.title,
                 .x_label = chart.x_label,
                 .y_label = chart.y_label,
                 .log_x = chart.log_x,
                 .log_y = chart.log_y,
                 .categories = categories_of(chart, runs),
                 .datasets = {},
                 .group = 0,
                 .notes = {},
                 .misses = chart.misses};
  if (!data.categories.empty()) data.log_x = false;
  const std::vector<std::size_t> looks = looks_of(chart.series);
  DatasetMaker maker(chart, data);
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const std::string& run_label = runs[run].label;
    for (std::size_t index = 0; index < chart.series.size(); ++index) {
      const Series& series = chart.series[index];
      std::vector<ChartPoint> points = maker.points(series, runs[run]);
      if (points.empty()) {
        // Not every panel has every series.
        if (!chart.panel_by.empty()) continue;
        data.notes.push_back(
            fmt::format("No figures for {}{}{}.", series.label, run_label.empty() ? "" : " of ", run_label));
      } else {
        data.datasets.push_back({series.label, run_label, run, looks[index], series.is_prediction, std::move(points)});
      }
    }
  }
  maker.say_what_is_missing();
  return data;
}

}  // namespace strandline::lab
