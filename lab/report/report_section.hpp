// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The part of the report that tells of one experiment.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/chart_data.hpp"

namespace strandline::lab {

struct Section {
  Description description;  ///< only the name of an experiment that this version doesn't know
  std::vector<ExperimentRun> runs;
  std::vector<ChartData> charts;
  std::size_t first_chart = 0;  ///< the number of the first of them on the page
};

/// `draws_charts`: whether the page brings what draws them.
std::string section_html(const Section& section, bool draws_charts);

/// A line of the overview: the title, whether it passed, and the first verdict of each run.
std::string overview_html(const Section& section);

/// What the experiment is called.
std::string title_of(const Section& section);

/// Whether there is anything to draw.
bool has_points(const ChartData& chart);

}  // namespace strandline::lab
