// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Short names that tell runs apart.
#pragma once

#include <string>
#include <vector>

#include "results/results.hpp"

namespace strandline::lab {

/// The card and the day of each, such as "NVIDIA H200, 2026-11-30"; the time, the file or a number too where those are
/// the same.
std::vector<std::string> run_labels(const std::vector<Results>& runs);

/// The card's name, or that it is unknown.
std::string card_of(const Results& run);

}  // namespace strandline::lab
