// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the command says on stderr while it runs and when it ends.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <strandline/stream.hpp>

namespace strandline::app {

enum class ProgressStyle { automatic, bar, json, none };

struct Summary {
  std::string output;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  StreamResult counts;
  double seconds = 0;
  std::string backend;
  std::int64_t peak_memory_bytes = 0;
  std::string mask;  ///< what told nodata
};

/// Calls come from one thread at a time.
class Reporter {
 public:
  virtual ~Reporter() = default;
  virtual void progress(const StreamProgress& progress) = 0;
  virtual void warning(std::string_view message) = 0;
  virtual void summary(const Summary& summary) = 0;
  /// Takes away what is not meant to stay on the screen.
  virtual void clear() {}
};

/// `automatic` is a bar where stderr is a terminal and no progress elsewhere.
std::unique_ptr<Reporter> make_reporter(ProgressStyle style, bool quiet);

}  // namespace strandline::app
