// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The experiments. Each has a folder; its about.cpp describes it, and its own file runs it where there is CUDA.
#pragma once

#include <string_view>
#include <vector>

#include "description.hpp"

namespace strandline::lab {

/// In the order in which `lab run all` runs them.
const std::vector<Description>& catalogue();

/// Throws InvalidArgument, which lists the names there are.
const Description& find_description(std::string_view name);

/// Of the sources that an experiment's figures speak of, as lab/source_digest.cmake says; empty for a name there isn't.
std::string_view source_digest_of(std::string_view experiment);

Description about_ladder();
Description about_constant();
Description about_constant_charge();
Description about_constant_cache();
Description about_constant_api();
Description about_banks();
Description about_atomics();
Description about_transpose();
Description about_coalescing();
Description about_l2_persistence();
Description about_nbody();
Description about_convolution();

}  // namespace strandline::lab
