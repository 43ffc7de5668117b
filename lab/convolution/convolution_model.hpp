// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What each stage should take, from the bytes that it must move and from the wavefronts that its requests cost.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "convolution/convolution_layout.hpp"

namespace strandline::lab {

/// One launch, by what it can't do without.
struct LaunchCost {
  std::int64_t bytes_per_pixel = 0;  ///< each input read once, each output written once
  double wavefronts_per_tile = 0;    ///< of L1 and shared memory, for 32 x 32 pixels; 0: not counted
};

/// A stage of the teaching pipeline, or several of them together.
struct StageCost {
  std::string name;
  std::vector<LaunchCost> launches;

  std::int64_t bytes_per_pixel() const;
  double wavefronts_per_tile() const;
};

/// In the order in which they are shown; the copy first.
const std::vector<StageCost>& stage_costs();

/// Throws InvalidArgument when there is none of that name.
const StageCost& stage_cost(const std::string& name);

/// What a card gives.
struct CardRates {
  double bytes_per_ms = 0;  ///< of the copy
  double wavefronts_per_ms = 0;
};

/// One wavefront a cycle and multiprocessor.
double wavefronts_per_ms(int multiprocessors, double clock_mhz);

/// The sum over the launches of the slower one of both bounds.
double predicted_ms(const StageCost& stage, std::int64_t pixels, const CardRates& rates);

}  // namespace strandline::lab
