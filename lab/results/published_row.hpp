// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Rows as others publish them: one flat JSON object each, with the card's name in every one.
#pragma once

#include <string>

#include "results/results.hpp"

namespace strandline::lab {

struct PublishedRow {
  Json facts = Json::object();
  std::string experiment;
  Row row;
};

/// Keys that end in _ms are medians without spread, "bytes" is what was done in each of them; "ratio", keys that end in
/// _gbps and "bytes" are values; card, compute_capability, driver, cuda, date and source are facts; the others are
/// parameters. Where no experiment is named, const_ms and global_ms are those of `constant`, as the course that the lab
/// grew out of writes them; "const" is another word for "constant". Throws DamagedLine.
PublishedRow published_row_of(const Json& line);

}  // namespace strandline::lab
