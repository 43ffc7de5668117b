// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What became of each way into constant memory and out of it: a row, a gate and a place in the verdict.
#pragma once

#include <cstdint>
#include <string>

#include "harness/run.hpp"

namespace strandline::lab {

/// What a mistake led to.
struct Mistake {
  std::string name;
  std::string error;         ///< empty: none was given
  std::string consequence;   ///< in that case
  bool is_as_known = false;  ///< the error, or the want of one, is what it is known to be, and no harm was done
};

class Findings {
 public:
  explicit Findings(Run& run) : run_(run) {}

  Run& run() { return run_; }
  /// A way that must give the right result; `detail` says what that is.
  void add_way(const Contestant& way, const std::string& detail);
  void add_mistake(const Mistake& mistake);
  /// Of a way that has its row and its gate already.
  void count_way(bool is_right);
  /// After all others.
  void tell_verdicts();

 private:
  Run& run_;
  std::int64_t ways_ = 0;
  std::int64_t right_ = 0;
  std::int64_t mistakes_ = 0;
  std::string silent_;
};

/// By the runtime, on a table that was compiled with the program.
void try_table_ways(Findings& findings);
void try_table_mistakes(Findings& findings);

/// By the driver, on modules that are compiled now. Skips what needs a compiler where there is none.
void try_module_ways(Findings& findings);

/// What it takes to bring a table in.
void time_copies(Run& run);

}  // namespace strandline::lab
