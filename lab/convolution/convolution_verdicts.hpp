// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the stages' times say, in sentences.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "convolution/convolution_layout.hpp"
#include "harness/run.hpp"

namespace strandline::lab {

/// Of all stages, in the order of stage_costs().
struct StageTimes {
  ImageSize size;
  Measured measured;
  std::map<std::string, double> cpu_ms;

  /// Time of stage `a` over that of stage `b`.
  double ratio(std::string_view a, std::string_view b) const;
  double median_ms(std::string_view stage) const;
};

/// There must be samples.
void tell_verdicts(Run& run, const StageTimes& times);

}  // namespace strandline::lab
