// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// From what the user writes about experiments and sizes to what is to be run.
#pragma once

#include <string>
#include <vector>

#include "run_experiments.hpp"

namespace strandline::lab {

/// What `names` name, in their order, each once; the whole catalogue when `all` is among them. Throws InvalidArgument,
/// which lists the names there are.
std::vector<Description> find_descriptions(const std::vector<std::string>& names);

/// With the sizes of their descriptions, the quick ones where wanted and given, changed by `settings`. A setting is
/// NAME=LIST, for all that have such a size, or EXPERIMENT.NAME=LIST for one, which comes before the former; lists are
/// as parse_integers() takes them. Of two that say the same the later counts. Throws InvalidArgument, which says what
/// there is to set.
std::vector<Choice> choose_sizes(const std::vector<Description>& descriptions, const std::vector<std::string>& settings,
                                 bool quick);

}  // namespace strandline::lab
