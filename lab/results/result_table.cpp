// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Findings for people: rows as tables, all else line by line as it comes.
#include "results/result_table.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <strandline/error.hpp>

#include "results/figure_text.hpp"

namespace strandline::lab {
namespace {

std::string measured_text(const Summary& summary) {
  if (!summary.has_samples()) return fmt::format("none, {} rejected", summary.rejected);
  std::string text = number_text(summary.median);
  if (summary.has_spread() && summary.median > 0)
    text += fmt::format(" ({:.1f} %)", 100 * summary.iqr / summary.median);
  return text + (summary.ended == "time limit" ? "*" : "");
}

Cell json_cell(const std::string& title, const Json& value) {
  return {title, value_text(value), !value.is_number() && !value.is_null()};
}

std::string off_text(const Row& row, const std::string& key) {
  const auto all = deviations(row);
  const auto deviation = all.find(key);
  if (deviation == all.end() || !std::isfinite(deviation->second)) return "-";
  const bool is_notable = std::abs(deviation->second) > kNotableDeviation;
  return deviation_text(deviation->second) + (is_notable ? " !" : "");
}

void add_prediction(CellGroup& group, const Row& row, const std::string& key) {
  const auto predicted = row.predicted.find(key);
  if (predicted == row.predicted.end()) return;
  group.cells.push_back(json_cell("model", *predicted));
  group.cells.push_back({"off", off_text(row, key)});
}

bool is_measured(const Row& row, const std::string& key) {
  return row.values.contains(key) ||
         std::any_of(row.measured.begin(), row.measured.end(), [&](const auto& own) { return own.first == key; });
}

std::vector<CellGroup> cells_of(const Row& row) {
  std::vector<CellGroup> groups;
  for (const auto& [key, value] : row.parameters.items()) {
    groups.push_back({CellKind::parameter, {json_cell(key, value)}});
  }
  for (const auto& [name, summary] : row.measured) {
    groups.push_back({CellKind::measured, {{fmt::format("{} {}", name, summary.unit), measured_text(summary)}}});
    if (!row.values.contains(name)) add_prediction(groups.back(), row, name);
  }
  for (const auto& [key, value] : row.values.items()) {
    groups.push_back({CellKind::value, {json_cell(key, value)}});
    add_prediction(groups.back(), row, key);
  }
  for (const auto& [key, value] : row.predicted.items()) {
    if (!is_measured(row, key)) groups.push_back({CellKind::prediction, {json_cell("model " + key, value)}});
  }
  return groups;
}

std::string fact_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

ResultTable::~ResultTable() {
  try {
    print_rows();
  } catch (...) {
    // Whoever destroys it in the middle of an experiment has an error to tell already.
  }
}

void ResultTable::begin_run(const Json& facts) {
  print_rows();
  std::size_t width = 0;
  for (const auto& [key, value] : facts.items()) width = std::max(width, text_width(key));
  for (const auto& [key, value] : facts.items()) print(fmt::format("{:<{}}  {}", key, width, fact_text(value)));
}

void ResultTable::begin_experiment(const Description& description, const Json& sizes) {
  print_rows();
  met_time_limit_ = false;
  print(fmt::format("\n== {}: {}", description.name, description.title));
  if (!description.question.empty()) print(description.question);
  std::vector<std::string> set;
  for (const auto& [name, values] : sizes.items()) set.push_back(fmt::format("{} {}", name, value_text(values)));
  if (!set.empty()) print(fmt::format("Sizes: {}", fmt::join(set, "; ")));
  paragraph_.clear();
}

void ResultTable::row(const Row& row) {
  const std::string first_parameter = row.parameters.empty() ? "" : row.parameters.begin().key();
  if (first_parameter != first_parameter_) print_rows();
  first_parameter_ = first_parameter;
  rows_.add(cells_of(row));
  for (const auto& [name, summary] : row.measured) met_time_limit_ = met_time_limit_ || summary.ended == "time limit";
}

void ResultTable::print_rows() {
  if (rows_.is_empty()) return;
  const AlignedTable table = std::exchange(rows_, {});
  const std::vector<Gate> gates = std::exchange(gates_, {});
  paragraph_ = "rows";
  print(fmt::format("\n{}", fmt::join(table.lines(), "\n")));
  for (const Gate& own : gates) gate(own);
}

void ResultTable::gate(const Gate& gate) {
  if (!rows_.is_empty()) return gates_.push_back(gate);  // an experiment may have one for each row
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
  print_rows();
  if (met_time_limit_) print("\n* The time limit ended it before the samples were steady.");
}

void ResultTable::begin(const char* paragraph) {
  print_rows();
  if (paragraph_ == paragraph) return;
  paragraph_ = paragraph;
  print("");
}

void ResultTable::print(const std::string& line) {
  out_ << line << '\n' << std::flush;
  if (!out_) throw FileError("can't print the table, on stdout, check where it leads");
}

}  // namespace strandline::lab
