// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the page says of its runs before it comes to the experiments.
#pragma once

#include <string>
#include <vector>

#include "results/results.hpp"

namespace strandline::lab {

/// The card and the day of each, such as "NVIDIA H200, 2026-11-30"; the time, the file or a number too where those are
/// the same.
std::vector<std::string> run_labels(const std::vector<Results>& runs);

/// The cards' names.
std::string page_title(const std::vector<Results>& runs);

/// What points and bars are, which depends on who has checked them.
std::string figures_key(const std::vector<Results>& runs);

/// The first screen: each figure of the summary once, a column a run, and what is doubtful. Nothing where no run has
/// any.
std::string charges_html(const std::vector<Results>& runs);

/// The facts as the rows of a table.
std::string facts_html(const std::vector<Results>& runs);

}  // namespace strandline::lab
