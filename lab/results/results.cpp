// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What experiments find, in memory.
#include "results/results.hpp"

#include <algorithm>
#include <cmath>

namespace strandline::lab {

bool ExperimentResults::passed() const {
  return complete && failures.empty() &&
         std::all_of(gates.begin(), gates.end(), [](const Gate& gate) { return gate.passed; });
}

std::optional<double> measured_value(const Row& row, const std::string& key) {
  if (const auto value = row.values.find(key); value != row.values.end()) {
    return value->is_number() ? std::optional(value->get<double>()) : std::nullopt;
  }
  for (const auto& [name, summary] : row.measured) {
    if (name == key && summary.has_samples()) return summary.median;
  }
  return std::nullopt;
}

std::map<std::string, double> deviations(const Row& row) {
  std::map<std::string, double> result;
  for (const auto& [key, predicted] : row.predicted.items()) {
    const std::optional<double> measured = measured_value(row, key);
    if (!measured || !predicted.is_number()) continue;
    const double expected = predicted.get<double>();
    if (!std::isfinite(*measured) || !std::isfinite(expected) || *measured <= 0 || expected <= 0) continue;
    result[key] = *measured / expected - 1;
  }
  return result;
}

}  // namespace strandline::lab
