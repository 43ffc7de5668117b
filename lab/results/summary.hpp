// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What a card charges, on one screen: the few figures of a run that a kernel's author looks up.
#pragma once

#include <string>
#include <vector>

#include "results/results.hpp"

namespace strandline::lab {

struct SummaryFigure {
  std::string label;
  double value = 0;
  std::string unit;
  std::string from;  ///< the experiment and the row that it stands in

  /// The value with two decimals, or four significant digits.
  std::string text() const;
};

/// In the order of the memory's levels. What the run has no row of is missing, and so is what stands in an experiment
/// that didn't pass, since its figures mean nothing.
std::vector<SummaryFigure> summarise(const Results& run);

/// Why figures are missing or doubtful: a sentence each for experiments that failed or were broken off, and for a quick
/// run. Empty when all is well.
std::vector<std::string> summary_doubts(const Results& run);

}  // namespace strandline::lab
