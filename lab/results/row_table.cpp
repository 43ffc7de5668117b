// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Rows of results as one table, whatever it is written as: its headings, and the cells below them.
#include "results/row_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "results/figure_text.hpp"

namespace strandline::lab {
namespace {

/// What a row has under one heading.
struct Entry {
  Heading heading;
  std::vector<Cell> cells;
  bool is_null = false;
};

Cell measured_cell(const Summary& summary) {
  if (!summary.has_samples()) return {.text = fmt::format("none, {} rejected", summary.rejected), .is_missing = true};
  Cell cell{.text = number_text(summary.median), .full_remark = spread_text(summary)};
  if (summary.has_spread() && summary.median > 0) {
    cell.remark = fmt::format(" ({:.1f} %)", 100 * summary.iqr / summary.median);
  }
  if (summary.ended == "time limit") cell.remark += "*";
  return cell;
}

Cell json_cell(const Json& value) {
  return {.text = value_text(value), .is_text = !value.is_number() && !value.is_null()};
}

Cell off_cell(const Row& row, const std::string& key) {
  const auto all = deviations(row);
  const auto deviation = all.find(key);
  if (deviation == all.end() || !std::isfinite(deviation->second)) return json_cell({});
  const bool is_notable = std::abs(deviation->second) > kNotableDeviation;
  return {.text = deviation_text(deviation->second), .remark = is_notable ? " !" : "", .is_notable = is_notable};
}

void add_prediction(Entry& entry, const Row& row) {
  const std::string& key = entry.heading.key;
  const auto predicted = row.predicted.find(key);
  if (predicted == row.predicted.end()) return;
  entry.heading.is_predicted = true;
  entry.is_null = false;
  entry.cells.push_back(json_cell(*predicted));
  entry.cells.push_back(off_cell(row, key));
}

Entry json_entry(HeadingKind kind, const std::string& key, const Json& value) {
  return {.heading = {.kind = kind, .key = key}, .cells = {json_cell(value)}, .is_null = value.is_null()};
}

bool is_measured(const Row& row, const std::string& key) {
  return row.values.contains(key) ||
         std::ranges::count(row.measured, key, [](const auto& own) { return own.first; }) > 0;
}

/// A key of both `values` and `measured` is predicted once, beside its value, as deviations() has it.
std::vector<Entry> entries_of(const Row& row) {
  std::vector<Entry> entries;
  for (const auto& [key, value] : row.parameters.items()) {
    entries.push_back(json_entry(HeadingKind::parameter, key, value));
  }
  for (const auto& [name, summary] : row.measured) {
    entries.push_back({.heading = {.kind = HeadingKind::measured, .key = name, .unit = summary.unit},
                       .cells = {measured_cell(summary)}});
    if (!row.values.contains(name)) add_prediction(entries.back(), row);
  }
  for (const auto& [key, value] : row.values.items()) {
    entries.push_back(json_entry(HeadingKind::value, key, value));
    add_prediction(entries.back(), row);
  }
  for (const auto& [key, value] : row.predicted.items()) {
    if (!is_measured(row, key)) entries.push_back(json_entry(HeadingKind::prediction, key, value));
  }
  return entries;
}

std::size_t find(const std::vector<Heading>& headings, const Heading& heading) {
  const auto is_same = [&](const Heading& own) {
    return own.kind == heading.kind && own.key == heading.key && own.unit == heading.unit;
  };
  return static_cast<std::size_t>(std::ranges::find_if(headings, is_same) - headings.begin());
}

void add_headings(std::vector<Heading>& headings, const std::vector<Entry>& row) {
  std::size_t position = 0;
  for (const Entry& entry : row) {
    if (entry.is_null) continue;
    const Heading& heading = entry.heading;
    if (const std::size_t found = find(headings, heading); found < headings.size()) {
      position = found;
      headings[found].is_predicted = headings[found].is_predicted || heading.is_predicted;
    } else {
      while (position < headings.size() && headings[position].kind < heading.kind) ++position;
      headings.insert(headings.begin() + static_cast<std::ptrdiff_t>(position), heading);
    }
    ++position;
  }
}

std::vector<Cell> cells_of(const std::vector<Heading>& headings, const std::vector<Entry>& row) {
  std::vector<std::vector<Cell>> groups(headings.size());
  for (const Entry& entry : row) {
    if (const std::size_t found = find(headings, entry.heading); found < headings.size()) groups[found] = entry.cells;
  }
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < headings.size(); ++i) {
    groups[i].resize(headings[i].is_predicted ? 3 : 1);
    std::ranges::move(groups[i], std::back_inserter(cells));
  }
  return cells;
}

}  // namespace

std::string Heading::title() const {
  return (kind == HeadingKind::prediction ? "model " : "") + key + (unit.empty() ? "" : " " + unit);
}

RowTable row_table(const std::vector<Row>& rows) {
  std::vector<std::vector<Entry>> all;
  std::ranges::transform(rows, std::back_inserter(all), entries_of);
  RowTable table;
  for (const std::vector<Entry>& row : all) add_headings(table.headings, row);
  for (const std::vector<Entry>& row : all) table.rows.push_back(cells_of(table.headings, row));
  return table;
}

std::vector<std::string> text_lines(const RowTable& table) {
  std::vector<std::vector<std::string>> texts(1);
  for (const Heading& heading : table.headings) {
    texts[0].push_back(heading.title());
    if (heading.is_predicted) texts[0].insert(texts[0].end(), {"model", "off"});
  }
  std::vector<bool> is_left(texts[0].size());
  if (!is_left.empty()) is_left[0] = true;
  for (const std::vector<Cell>& row : table.rows) {
    std::vector<std::string>& line = texts.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) {
      line.push_back(row[i].text + row[i].remark);
      if (row[i].is_text) is_left[i] = true;
    }
  }
  return aligned_lines(texts, is_left);
}

}  // namespace strandline::lab
