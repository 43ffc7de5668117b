// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// From what the user writes about experiments and sizes to what is to be run.
#pragma once

#include <string>
#include <vector>

#include "run_experiments.hpp"

namespace strandline::lab {

/// `names` in their order, each once; `all` stands for the whole catalogue. A setting is NAME=VALUE[,VALUE...], for
/// every chosen experiment that has such a size, or EXPERIMENT.NAME=VALUE[,VALUE...] for one, which comes before the
/// former. Of two that say the same the later counts. Throws InvalidArgument, which says what there is to choose from.
std::vector<Choice> choose(const std::vector<std::string>& names, const std::vector<std::string>& settings, bool quick);

/// "NAME (SMALLEST to LARGEST)", as errors and the list show it.
std::string describe_range(const SizeOption& option);

}  // namespace strandline::lab
