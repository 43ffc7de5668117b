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

/// "const" is how the course writes it.
std::string quantity_name(const std::string& name) { return name == "const" ? "constant" : name; }

std::string experiment_of(const Json& line) {
  if (line.contains("experiment")) return text_of(line, "experiment");
  if (line.contains("global_ms") && (line.contains("const_ms") || line.contains("constant_ms"))) return "constant";
  throw DamagedLine("neither 'type' nor 'experiment'", "name a file that lab run --json has written");
}

Summary median_without_spread(double median_ms) {
  Summary summary;
  summary.median = median_ms;
  summary.samples = kUnknownSamples;
  return summary;
}

void take_field(const Json& line, const std::string& key, PublishedRow& published) {
  if (key == "experiment") return;
  if (std::find(kFacts.begin(), kFacts.end(), key) != kFacts.end()) {
    published.facts[key] = text_of(line, key);
  } else if (key.size() > kMilliseconds.size() && key.ends_with(kMilliseconds)) {
    const std::string name = key.substr(0, key.size() - kMilliseconds.size());
    published.row.measured.emplace_back(quantity_name(name), median_without_spread(number_of(line, key)));
  } else if (is_value(key)) {
    published.row.values[key] = number_of(line, key);
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
  if (!line.contains("bytes")) return published;
  for (auto& [name, summary] : published.row.measured) {
    summary.work = number_of(line, "bytes");
    summary.work_unit = "bytes";
  }
  return published;
}

}  // namespace strandline::lab
