// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What one thread of the host takes for the stages.
#pragma once

#include <map>
#include <string>

#include "convolution/convolution_cases.hpp"

namespace strandline::lab {

/// Milliseconds by the stage's name, each timed once: plain C++ in f32, and for "one_pass" Strandline's CPU backend.
std::map<std::string, double> time_on_cpu(const ConvolutionCase& own);

}  // namespace strandline::lab
