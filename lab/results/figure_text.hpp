// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Figures as people read them; what is no figure never shows as nan.
#pragma once

#include <string>

#include "results/results.hpp"

namespace strandline::lab {

/// Four significant digits, more only of whole numbers; "unknown" of what is not finite.
std::string number_text(double value);

/// A text as it is, a number as number_text() has it, several with commas between, and a dash for what is absent.
std::string value_text(const Json& value);

/// Such as "+27 %".
std::string deviation_text(double deviation);

/// How far the samples lie apart, and how many there are: "IQR 1.2 %, 31 samples, 2 rejected".
std::string spread_text(const Summary& summary);

}  // namespace strandline::lab
