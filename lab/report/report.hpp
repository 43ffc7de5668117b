// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The report: one page of HTML that holds all it needs, with a chart for what each experiment found.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "description.hpp"
#include "results/results.hpp"

namespace strandline::lab {

/// What the page is made with; tests put in their own.
struct ReportParts {
  std::vector<Description> descriptions;
  std::string_view chart_js;  ///< without it the page has tables only
};

/// The catalogue, and the Chart.js that was built in, if any.
ReportParts built_in_parts();

/// Several runs, such as those of two cards, stand side by side. Experiments that `parts` doesn't describe have a
/// table but no charts.
std::string make_report(const std::vector<Results>& runs, const ReportParts& parts = built_in_parts());

/// Such as "with Chart.js 3.9.1", for --version.
std::string chart_js_description();

}  // namespace strandline::lab
