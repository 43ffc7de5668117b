// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Rows of results as one table, whatever it is written as: its headings, and the cells below them.
#pragma once

#include <string>
#include <vector>

#include "results/results.hpp"

namespace strandline::lab {

/// In the order in which they stand in a row.
enum class HeadingKind { parameter, measured, value, prediction };

struct Heading {
  HeadingKind kind;
  std::string key;
  std::string unit = {};      ///< of what was measured
  bool is_predicted = false;  ///< then it has three columns: the figure, the model's and how far they are apart

  std::string title() const;
};

struct Cell {
  std::string text = {};         ///< empty where the row has no such thing
  std::string remark = {};       ///< follows the text, in short
  std::string full_remark = {};  ///< the same where there is room
  bool is_text = false;          ///< else a figure, which is aligned right
  bool is_missing = false;       ///< all samples were rejected
  bool is_notable = false;       ///< a deviation that is to be explained
};

struct RowTable {
  std::vector<Heading> headings;
  std::vector<std::vector<Cell>> rows;  ///< as many cells as the headings have columns
};

/// The headings are those of all rows but such as are null in each, in the order in which they come first. One that no
/// earlier row has goes in after the one that it follows in its row, but not among those of a kind that stands before
/// its own.
RowTable row_table(const std::vector<Row>& rows);

/// A line of titles and one for each row. The first column and those that hold a text are aligned left, all others
/// right.
std::vector<std::string> text_lines(const RowTable& table);

}  // namespace strandline::lab
