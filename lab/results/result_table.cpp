// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Findings for people: rows as tables, all else line by line as it comes.
#include "results/result_table.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <strandline/error.hpp>

#include "results/figure_text.hpp"
#include "results/row_table.hpp"

namespace strandline::lab {
namespace {

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
  rows_.push_back(row);
  for (const auto& [name, summary] : row.measured) met_time_limit_ = met_time_limit_ || summary.ended == "time limit";
}

void ResultTable::print_rows() {
  if (rows_.empty()) return;
  const std::vector<Row> rows = std::exchange(rows_, {});
  const std::vector<Gate> gates = std::exchange(gates_, {});
  paragraph_ = "rows";
  print(fmt::format("\n{}", fmt::join(text_lines(row_table(rows)), "\n")));
  for (const Gate& own : gates) gate(own);
}

void ResultTable::gate(const Gate& gate) {
  if (!rows_.empty()) return gates_.push_back(gate);  // an experiment may have one for each row
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
