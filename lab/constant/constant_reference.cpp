// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The filter of the experiment constant in double precision.
#include "constant/constant_reference.hpp"

#include <array>
#include <cstddef>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "constant/constant_filter.hpp"

namespace strandline::lab {
namespace {

using RotatedTaps = std::array<std::array<double, kFilterTaps>, kWarpLanes>;

/// In the order in which each lane wants them.
RotatedTaps rotate(std::span<const float> taps, std::uint32_t rotation_mask) {
  RotatedTaps rotated{};
  for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
    for (std::uint32_t step = 0; step < kFilterTaps; ++step) {
      rotated[lane][step] = static_cast<double>(taps[filter_tap(step, lane, rotation_mask)]);
    }
  }
  return rotated;
}

}  // namespace

std::vector<double> convolve_reference(std::span<const float> input, std::span<const float> taps,
                                       std::uint32_t rotation_mask) {
  const RotatedTaps rotated = rotate(taps, rotation_mask);
  std::vector<double> output(input.size() - (kFilterTaps - 1));
  constexpr std::size_t kGrain = 1 << 14;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, output.size(), kGrain), [&](const auto& range) {
    for (std::size_t i = range.begin(); i != range.end(); ++i) {
      const auto& own = rotated[i % kWarpLanes];
      double sum = 0;
      for (std::size_t step = 0; step < kFilterTaps; ++step) sum += own[step] * static_cast<double>(input[i + step]);
      output[i] = sum;
    }
  });
  return output;
}

}  // namespace strandline::lab
