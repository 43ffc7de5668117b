// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Findings for people: rows as tables, all else line by line as it comes.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "results/result_sink.hpp"

namespace strandline::lab {

/// Rows that come one after the other and begin with the same parameter are a table; gates between them stand below it.
/// They are held until something else comes, since only all of them tell its columns and how wide they are; a table
/// that is destroyed before prints what it holds, but a process that is killed doesn't. What the model says stands
/// beside what was measured, with the deviation between them, marked "!" when it is to be explained. Throws FileError
/// when a line can't be written, except from the destructor.
class ResultTable final : public ResultSink {
 public:
  /// `out` must outlive the table.
  explicit ResultTable(std::ostream& out) : out_(out) {}
  ~ResultTable() override;
  ResultTable(const ResultTable&) = delete;
  ResultTable& operator=(const ResultTable&) = delete;

  void begin_run(const Json& facts) override;
  void begin_experiment(const Description& description, const Json& sizes) override;
  void row(const Row& row) override;
  void gate(const Gate& gate) override;
  void verdict(const std::string& sentence) override;
  void skipped(const std::string& reason) override;
  void failure(const std::string& what) override;
  void end_experiment() override;

 private:
  /// Those that are held, if any.
  void print_rows();
  /// Begins a paragraph after the rows, unless the last line belongs to it.
  void begin(const char* paragraph);
  void print(const std::string& line);

  std::ostream& out_;
  std::vector<Row> rows_;
  std::vector<Gate> gates_;  // told since the first of the rows
  std::string first_parameter_;
  std::string paragraph_;
  bool met_time_limit_ = false;
};

}  // namespace strandline::lab
