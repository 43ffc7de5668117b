// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Figures as people read them; what is no figure never shows as nan.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

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

/// How many columns of a terminal a text takes: one for each character of UTF-8; wide and combining ones don't occur in
/// our tables.
std::size_t text_width(std::string_view text);

/// Each line's texts in columns, two blanks apart, aligned left where `is_left` says so; no blanks at a line's end.
std::vector<std::string> aligned_lines(const std::vector<std::vector<std::string>>& lines,
                                       const std::vector<bool>& is_left);

}  // namespace strandline::lab
