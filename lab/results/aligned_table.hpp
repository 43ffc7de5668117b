// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Rows that need not have the same columns, as lines of text whose columns stand below each other.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace strandline::lab {

struct Cell {
  std::string title;  ///< of its column
  std::string text;
  bool is_text = false;  ///< else a figure, which is aligned right
};

/// In the order in which they stand in a row.
enum class CellKind { parameter, measured, value, prediction };

/// A cell and what is said of it, such as what the model predicts: the titles of the others repeat, so that only the
/// first tells whose they are. A row has each kind and first title at most once, and its kinds in order.
struct CellGroup {
  CellKind kind;
  std::vector<Cell> cells;
};

/// Columns are those of all rows, in the order in which they come first; what a row lacks is left empty. A group that
/// no earlier row has goes in after the one that it follows in its row, but not among those of a kind that stands
/// before its own. The first column and those that hold a text are aligned left, all others right.
class AlignedTable {
 public:
  void add(std::vector<CellGroup> row);
  bool is_empty() const { return rows_.empty(); }
  /// One of titles and one for each row, without blanks at their ends.
  std::vector<std::string> lines() const;

 private:
  struct Column {
    std::string title;
    std::size_t width = 0;
    bool is_left = false;
  };
  struct ColumnGroup {
    CellKind kind;
    std::vector<Column> columns;
  };

  std::size_t find(const CellGroup& group) const;
  /// Where it is found, or goes in when its row's last group stands before `position`.
  std::size_t place(const CellGroup& group, std::size_t position);
  std::string titles() const;
  std::string line(const std::vector<CellGroup>& row) const;

  std::vector<ColumnGroup> groups_;
  std::vector<std::vector<CellGroup>> rows_;
};

}  // namespace strandline::lab
