// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// An experiment's rows as a table of HTML.
#pragma once

#include <string>
#include <vector>

#include "results/results.hpp"

namespace strandline::lab {

/// Parameters, then medians with their spread, then values; predictions stand beside what they predict, with the
/// deviation, which is marked when it is notable.
std::string table_html(const std::vector<Row>& rows, const std::string& caption);

}  // namespace strandline::lab
