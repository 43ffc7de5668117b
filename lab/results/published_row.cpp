// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Rows as others publish them: one flat JSON object each, with the card's name in every one.
#include "results/published_row.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "results/result_line.hpp"

namespace strandline::lab {
namespace {

constexpr std::array<std::string_view, 6> kFacts = {"card", "compute_capability", "driver", "cuda", "date", "source"};
constexpr std::string_view kMilliseconds = "_ms";

bool is_value(std::string_view key) { return key == "ratio" || key == "bytes" || key.ends_with("_gbps"); }

/// What the lab calls it: others say "const" for "constant", and the other way round.
std::string own_name(const std::string& key) {
  if (key == "const_ms") return "constant_ms";
  return key == "constant_gbps" ? "const_gbps" : key;
}

std::string experiment_of(const Json& line) {
  if (line.contains("experiment")) return text_of(line, "experiment");
  if (line.contains("global_ms") && (line.contains("const_ms") || line.contains("constant_ms"))) return "constant";
  throw DamagedLine("neither 'type' nor 'experiment'", "name a file that lab run --json has written");
}

/// Without spread. What is done meanwhile is told by the row.
Summary median_of(const Json& line, const std::string& key) {
  Summary summary{.median = number_of(line, key), .samples = kUnknownSamples};
  if (!line.contains("bytes")) return summary;
  summary.work = number_of(line, "bytes");
  summary.work_unit = "bytes";
  if (summary.work <= 0) throw DamagedLine("'bytes' is not above 0");
  return summary;
}

void take_field(const Json& line, const std::string& key, PublishedRow& published) {
  if (key == "experiment") return;
  const std::string own = own_name(key);
  if (own != key && line.contains(own)) throw DamagedLine(fmt::format("'{}' and '{}', which are the same", key, own));
  if (std::find(kFacts.begin(), kFacts.end(), key) != kFacts.end()) {
    published.facts[key] = text_of(line, key);
  } else if (key.size() > kMilliseconds.size() && key.ends_with(kMilliseconds)) {
    published.row.measured.emplace_back(own.substr(0, own.size() - kMilliseconds.size()), median_of(line, key));
  } else if (is_value(key)) {
    published.row.values[own] = number_of(line, key);
  } else if (line[key].is_primitive() && !line[key].is_null()) {
    published.row.parameters[key] = line[key];
  } else {
    throw DamagedLine(fmt::format("'{}' is neither a number nor a text", key));
  }
}

}  // namespace

PublishedRow published_row_of(const Json& line) {
  PublishedRow published;
  published.experiment = experiment_of(line);
  for (const auto& [key, value] : line.items()) take_field(line, key, published);
  if (published.row.measured.empty()) throw DamagedLine("nothing that ends in _ms");
  return published;
}

}  // namespace strandline::lab
