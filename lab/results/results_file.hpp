// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Reads files of results. docs/lab.md, "The results file", has their form; lab/results/json_lines.hpp writes them.
#pragma once

#include <istream>
#include <string>
#include <vector>

#include "results/results.hpp"

namespace strandline::lab {

/// A line of more bytes is taken for damage.
inline constexpr std::size_t kLongestLine = std::size_t{1} << 20;

/// The runs in a file, in its order, of which there is at least one. A run that was broken off has its last experiment
/// marked as not complete. Also reads rows as published elsewhere, one flat JSON object a line or one array of them.
/// Throws FileError, which names the line, for whatever is damaged or written by a newer Strandline.
std::vector<Results> read_results(const std::string& path);

/// The same of what is open already, called `name` in errors.
std::vector<Results> read_results(std::istream& stream, const std::string& name);

}  // namespace strandline::lab
