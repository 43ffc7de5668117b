// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Findings as a table for people, line by line as they come.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "results/result_sink.hpp"

namespace strandline::lab {

/// A table an experiment. Its columns come from the rows, and where a row has others than the one before, a new heading
/// is printed. What the model says stands beside what was measured, with the deviation between them, marked "!" when
/// it is to be explained. Throws FileError when a line can't be written.
class ResultTable final : public ResultSink {
 public:
  /// `out` must outlive the table.
  explicit ResultTable(std::ostream& out) : out_(out) {}

  void begin_run(const Json& facts) override;
  void begin_experiment(const Description& description, const Json& sizes) override;
  void row(const Row& row) override;
  void gate(const Gate& gate) override;
  void verdict(const std::string& sentence) override;
  void skipped(const std::string& reason) override;
  void failure(const std::string& what) override;
  void end_experiment() override;

 private:
  void print(const std::string& line);
  void print_heading(const std::vector<std::pair<std::string, std::string>>& cells);
  /// Begins a paragraph, unless the last line belongs to it.
  void begin(const char* paragraph);

  std::ostream& out_;
  std::vector<std::string> columns_;
  std::vector<std::size_t> widths_;
  std::string paragraph_;
  bool met_time_limit_ = false;
};

}  // namespace strandline::lab
