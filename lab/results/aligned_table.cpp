// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Rows that need not have the same columns, as lines of text whose columns stand below each other.
#include "results/aligned_table.hpp"

#include <algorithm>
#include <utility>

#include "results/figure_text.hpp"

namespace strandline::lab {
namespace {

void append_cell(std::string& line, const std::string& text, std::size_t width, bool is_left) {
  const std::string blanks(width - text_width(text), ' ');
  line += is_left ? text + blanks : blanks + text;
}

std::string without_blanks_at_end(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

void AlignedTable::add(std::vector<CellGroup> row) {
  std::size_t position = 0;
  for (const CellGroup& group : row) {
    position = place(group, position);
    std::vector<Column>& columns = groups_[position++].columns;
    for (std::size_t i = 0; i < group.cells.size(); ++i) {
      const Cell& cell = group.cells[i];
      if (i == columns.size()) columns.push_back({cell.title, text_width(cell.title)});
      columns[i].width = std::max(columns[i].width, text_width(cell.text));
      columns[i].is_left = columns[i].is_left || cell.is_text;
    }
  }
  rows_.push_back(std::move(row));
}

std::size_t AlignedTable::find(const CellGroup& group) const {
  const auto found = std::ranges::find_if(groups_, [&](const ColumnGroup& own) {
    return own.kind == group.kind && own.columns.front().title == group.cells.front().title;
  });
  return static_cast<std::size_t>(found - groups_.begin());
}

std::size_t AlignedTable::place(const CellGroup& group, std::size_t position) {
  if (const std::size_t found = find(group); found < groups_.size()) return found;
  while (position < groups_.size() && groups_[position].kind < group.kind) ++position;
  groups_.insert(groups_.begin() + static_cast<std::ptrdiff_t>(position), {group.kind, {}});
  return position;
}

std::vector<std::string> AlignedTable::lines() const {
  std::vector<std::string> lines = {titles()};
  for (const std::vector<CellGroup>& row : rows_) lines.push_back(line(row));
  return lines;
}

std::string AlignedTable::titles() const {
  std::vector<CellGroup> row;
  for (const ColumnGroup& group : groups_) {
    row.push_back({group.kind, {}});
    for (const Column& column : group.columns) row.back().cells.push_back({column.title, column.title});
  }
  return line(row);
}

std::string AlignedTable::line(const std::vector<CellGroup>& row) const {
  std::vector<const std::vector<Cell>*> cells(groups_.size(), nullptr);
  for (const CellGroup& group : row) cells[find(group)] = &group.cells;
  std::string line;
  bool is_first = true;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    for (std::size_t j = 0; j < groups_[i].columns.size(); ++j) {
      const Column& column = groups_[i].columns[j];
      const bool has_cell = cells[i] != nullptr && j < cells[i]->size();
      if (!is_first) line += "  ";
      append_cell(line, has_cell ? (*cells[i])[j].text : "", column.width, column.is_left || is_first);
      is_first = false;
    }
  }
  return without_blanks_at_end(line);
}

}  // namespace strandline::lab
