// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Figures as people read them; what is no figure never shows as nan.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

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

/// Columns of a terminal that a text takes: one for each character of UTF-8; wide and combining ones don't occur in our
/// tables.
inline std::size_t text_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace strandline::lab
