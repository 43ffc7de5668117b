// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Where an experiment's findings go as they come: a table on the terminal, a file of JSON lines.
#pragma once

#include <string>

#include "description.hpp"
#include "results/results.hpp"

namespace strandline::lab {

/// Called in the order begin_run, then for each experiment begin_experiment, the others, end_experiment. What was told
/// to a file is kept, whatever happens to the run later.
class ResultSink {
 public:
  virtual ~ResultSink() = default;
  virtual void begin_run(const Json& facts) = 0;
  virtual void begin_experiment(const Description& description, const Json& sizes) = 0;
  virtual void row(const Row& row) = 0;
  virtual void gate(const Gate& gate) = 0;
  virtual void verdict(const std::string& sentence) = 0;
  virtual void skipped(const std::string& reason) = 0;
  virtual void failure(const std::string& what) = 0;
  virtual void end_experiment() = 0;
};

}  // namespace strandline::lab
