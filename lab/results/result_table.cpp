// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Findings as a table for people, line by line as they come.
#include "results/result_table.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <strandline/error.hpp>

#include "results/figure_text.hpp"
#include "results/text_width.hpp"

namespace strandline::lab {
namespace {

/// A column's title and what stands in it.
using Cells = std::vector<std::pair<std::string, std::string>>;

// Wide enough for most figures, so that the columns of later rows stand below those of the first.
constexpr std::size_t kNarrowest = 8;

std::string measured_text(const Summary& summary) {
  if (!summary.has_samples()) return fmt::format("none, {} rejected", summary.rejected);
  std::string text = number_text(summary.median);
  if (summary.has_spread() && summary.median > 0)
    text += fmt::format(" ({:.1f} %)", 100 * summary.iqr / summary.median);
  return text + (summary.ended == "time limit" ? "*" : "");
}

void add_prediction(Cells& cells, const Row& row, const std::string& key) {
  const auto predicted = row.predicted.find(key);
  if (predicted == row.predicted.end()) return;
  cells.emplace_back("model", value_text(*predicted));
  const auto all = deviations(row);
  const auto deviation = all.find(key);
  if (deviation == all.end() || !std::isfinite(deviation->second)) {
    cells.emplace_back("off", "-");
    return;
  }
  const bool is_notable = std::abs(deviation->second) > kNotableDeviation;
  cells.emplace_back("off", deviation_text(deviation->second) + (is_notable ? " !" : ""));
}

bool is_measured(const Row& row, const std::string& key) {
  return row.values.contains(key) ||
         std::any_of(row.measured.begin(), row.measured.end(), [&](const auto& own) { return own.first == key; });
}

Cells cells_of(const Row& row) {
  Cells cells;
  for (const auto& [key, value] : row.parameters.items()) cells.emplace_back(key, value_text(value));
  for (const auto& [name, summary] : row.measured) {
    cells.emplace_back(fmt::format("{} {}", name, summary.unit), measured_text(summary));
    if (!row.values.contains(name)) add_prediction(cells, row, name);
  }
  for (const auto& [key, value] : row.values.items()) {
    cells.emplace_back(key, value_text(value));
    add_prediction(cells, row, key);
  }
  for (const auto& [key, value] : row.predicted.items()) {
    if (!is_measured(row, key)) cells.emplace_back("model " + key, value_text(value));
  }
  return cells;
}

std::string fact_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

void ResultTable::begin_run(const Json& facts) {
  std::size_t width = 0;
  for (const auto& [key, value] : facts.items()) width = std::max(width, text_width(key));
  for (const auto& [key, value] : facts.items()) print(fmt::format("{:<{}}  {}", key, width, fact_text(value)));
}

void ResultTable::begin_experiment(const Description& description, const Json& sizes) {
  columns_.clear();
  met_time_limit_ = false;
  print(fmt::format("\n== {}: {}", description.name, description.title));
  if (!description.question.empty()) print(description.question);
  std::vector<std::string> set;
  for (const auto& [name, values] : sizes.items()) set.push_back(fmt::format("{} {}", name, value_text(values)));
  if (!set.empty()) print(fmt::format("Sizes: {}", fmt::join(set, "; ")));
  paragraph_.clear();
}

void ResultTable::row(const Row& row) {
  const Cells cells = cells_of(row);
  std::vector<std::string> columns;
  for (const auto& [title, text] : cells) columns.push_back(title);
  if (columns != columns_) {
    paragraph_.clear();
    columns_ = columns;
    begin("rows");
    print_heading(cells);
  }
  begin("rows");
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    line += fmt::format("{}{:>{}}", i == 0 ? "" : "  ", cells[i].second, widths_[i]);
  }
  print(line);
  for (const auto& [name, summary] : row.measured) met_time_limit_ = met_time_limit_ || summary.ended == "time limit";
}

void ResultTable::print_heading(const Cells& cells) {
  widths_.clear();
  std::string line;
  for (const auto& [title, text] : cells) {
    widths_.push_back(std::max({kNarrowest, text_width(title), text_width(text)}));
    line += fmt::format("{}{:>{}}", line.empty() ? "" : "  ", title, widths_.back());
  }
  print(line);
}

void ResultTable::gate(const Gate& gate) {
  begin("gates");
  print(fmt::format("{}  {}: {}", gate.passed ? "PASSED" : "FAILED", gate.name, gate.detail));
}

void ResultTable::verdict(const std::string& sentence) {
  begin("verdicts");
  print(sentence);
}

void ResultTable::skipped(const std::string& reason) {
  begin("skipped");
  print(fmt::format("SKIPPED {}", reason));
}

void ResultTable::failure(const std::string& what) {
  begin("failures");
  print(fmt::format("FAILED  {}", what));
}

void ResultTable::end_experiment() {
  if (met_time_limit_) print("\n* The time limit ended it before the samples were steady.");
}

void ResultTable::begin(const char* paragraph) {
  if (paragraph_ == paragraph) return;
  paragraph_ = paragraph;
  print("");
}

void ResultTable::print(const std::string& line) {
  out_ << line << '\n' << std::flush;
  if (!out_) throw FileError("can't print the table, on stdout, check where it leads");
}

}  // namespace strandline::lab
