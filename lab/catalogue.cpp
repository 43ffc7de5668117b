// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The experiments, in the order in which they are listed and run.
#include "catalogue.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <strandline/error.hpp>

#include "source_digest.hpp"

namespace strandline::lab {

const std::vector<Description>& catalogue() {
  static const std::vector<Description> all = {about_ladder(),         about_constant(),     about_constant_charge(),
                                               about_constant_cache(), about_constant_api(), about_banks(),
                                               about_atomics(),        about_transpose(),    about_coalescing(),
                                               about_l2_persistence(), about_nbody(),        about_convolution()};
  return all;
}

const Description& find_description(std::string_view name) {
  const auto& all = catalogue();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Description& own) { return own.name == name; });
  if (found != all.end()) return *found;
  std::vector<std::string_view> names;
  for (const Description& own : all) names.push_back(own.name);
  throw InvalidArgument(
      fmt::format("there is no experiment '{}', name one of {} or all", name, fmt::join(names, ", ")));
}

std::string_view source_digest_of(std::string_view experiment) {
  for (const auto& [name, digest] : kExperimentDigests) {
    if (name == experiment) return digest;
  }
  return {};
}

}  // namespace strandline::lab
