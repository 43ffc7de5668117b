// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Short names that tell runs apart.
#include "report/run_labels.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <functional>

#include <fmt/format.h>

#include "results/figure_text.hpp"

namespace strandline::lab {
namespace {

using Label = std::function<std::string(const Results&)>;

std::string fact(const Results& run, const std::string& key) {
  const auto found = run.facts.find(key);
  return found == run.facts.end() || found->is_null() ? "" : value_text(*found);
}

std::string with(const std::string& label, const std::string& more) {
  return more.empty() ? label : fmt::format("{}, {}", label, more);
}

std::string card_and_day(const Results& run) {
  const std::string date = fact(run, "date");
  return with(card_of(run), date.substr(0, date.find_first_of("T ")));
}

std::string card_and_time(const Results& run) { return with(card_of(run), fact(run, "date")); }

std::string card_time_and_file(const Results& run) {
  return with(card_and_time(run), std::filesystem::path(run.source).filename().string());
}

bool all_differ(std::vector<std::string> labels) {
  std::ranges::sort(labels);
  return std::ranges::adjacent_find(labels) == labels.end();
}

}  // namespace

std::string card_of(const Results& run) {
  const std::string card = fact(run, "card");
  return card.empty() ? "unknown card" : card;
}

std::vector<std::string> run_labels(const std::vector<Results>& runs) {
  std::vector<std::string> labels;
  for (const Label& label : {Label(card_and_day), Label(card_and_time), Label(card_time_and_file)}) {
    labels.clear();
    std::ranges::transform(runs, std::back_inserter(labels), label);
    if (all_differ(labels)) return labels;
  }
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i] += fmt::format(", run {}", i + 1);
  return labels;
}

}  // namespace strandline::lab
