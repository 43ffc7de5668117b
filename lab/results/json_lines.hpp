// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Findings as JSON lines, written as they come. docs/lab.md, "The results file", has their form.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "results/result_sink.hpp"

namespace strandline::lab {

/// What this build writes, and the newest that it reads.
inline constexpr int kResultsSchema = 2;

/// Each line is on its way to the disk before the call returns. Numbers that are not finite are written as null.
class JsonLines final : public ResultSink {
 public:
  /// `-` is stdout. Creates nothing before begin_run(), but throws FileError at once when a file lies at `path` and is
  /// not to be overwritten. Every later call throws FileError when its line can't be written.
  explicit JsonLines(std::string path, bool overwrite = false);

  void begin_run(const Json& facts) override;
  void begin_experiment(const Description& description, const Json& sizes) override;
  void row(const Row& row) override;
  void gate(const Gate& gate) override;
  void verdict(const std::string& sentence) override;
  void skipped(const std::string& reason) override;
  void failure(const std::string& what) override;
  void end_experiment() override;

 private:
  struct Close {
    void operator()(std::FILE* file) const {
      if (file != stdout) std::fclose(file);
    }
  };

  void open();
  void write(const Json& line);
  Json line_of(const std::string& type) const;

  std::string path_;
  bool overwrite_;
  std::unique_ptr<std::FILE, Close> file_;
  std::string experiment_;
};

}  // namespace strandline::lab
