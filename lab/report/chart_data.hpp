// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What a chart of the catalogue shows of the runs at hand: plain datasets, so that the page only has to draw them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "description.hpp"
#include "results/results.hpp"

namespace strandline::lab {

/// What one run found in one experiment. `results` must outlive it.
struct ExperimentRun {
  std::string label;  ///< tells the run from others, such as "NVIDIA H200, 2026-11-30"; empty when it is alone
  const ExperimentResults* results = nullptr;
};

struct ChartPoint {
  double x = 0;  ///< of bars: the index of the category
  double y = 0;
  friend bool operator==(const ChartPoint&, const ChartPoint&) = default;
};

/// One series of one run.
struct Dataset {
  std::string label;      ///< of the series
  std::string run_label;  ///< empty when the run is alone
  std::size_t run = 0;    ///< index into the runs
  std::size_t look = 0;   ///< counts the series, a prediction and what it predicts as one
  bool is_prediction = false;
  std::vector<ChartPoint> points;  ///< never empty, all finite, in order of x
};

struct ChartData {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool log_x = false;
  bool log_y = false;
  std::vector<std::string> categories;  ///< where x is a text: bars, one group of them for each of these
  std::vector<Dataset> datasets;
  std::size_t group = 0;           ///< the panels of one chart have the same
  std::vector<std::string> notes;  ///< a sentence each: what is missing, and why
  std::string misses;              ///< where the model is off, and why; empty where nobody said
};

/// A chart for each value that the rows of its series have of the parameter by which it is to be divided, in the order
/// in which they come; the chart itself where it isn't, or where no row has it. The last says where the model misses.
std::vector<Chart> panels_of(const Chart& chart, const std::vector<ExperimentRun>& runs);

/// Rows that lack x or y give no point, nor do those that a logarithmic axis has no place for.
ChartData chart_data(const Chart& chart, const std::vector<ExperimentRun>& runs);

}  // namespace strandline::lab
