// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The filter of the experiment constant in double precision.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace strandline::lab {

/// For each output i, in lane i mod 32: the sum over t of taps[filter_tap(t, lane, rotation_mask)] * input[i + t].
/// `taps` has kFilterTaps elements, `input` kFilterTaps - 1 more than there are outputs. All cores take part.
std::vector<double> convolve_reference(std::span<const float> input, std::span<const float> taps,
                                       std::uint32_t rotation_mask);

}  // namespace strandline::lab
