// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the checks of all cases have found, for the gates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "convolution/convolution_reference.hpp"
#include "harness/run.hpp"

namespace strandline::lab {

/// Case and stage.
using CheckedStage = std::pair<std::string, std::string>;

/// One entry for each stage of each case, however often it was checked.
struct ConvolutionFindings {
  std::map<CheckedStage, double> blur_errors;
  std::map<CheckedStage, double> gradient_errors;
  std::map<CheckedStage, EdgeDifferences> edges;
  /// Bytes in which a stage differs from Sobel and threshold in two launches.
  std::map<CheckedStage, std::int64_t> unlike_staged;
};

/// The gates that need no times: each fails, too, when a stage of a case wasn't looked at. `cases` were run.
void judge_findings(Run& run, const ConvolutionFindings& findings, std::size_t cases);

}  // namespace strandline::lab
