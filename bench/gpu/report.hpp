// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What was found, as a table for people and as JSON lines for everything else.
#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <strandline/border.hpp>
#include <strandline/pixel_type.hpp>

#include "facts.hpp"
#include "measuring/interleaved.hpp"

namespace strandline::bench {

using namespace measuring;

/// Which rows to take, and how thoroughly.
struct Selection {
  std::string only;  // a part of the name
  bool quick = false;

  bool wants(std::string_view name) const { return name.find(only) != std::string_view::npos; }
};

/// Somebody else who did the same job, or the least that it takes, in the same rounds.
struct Peer {
  std::string key;  // copy, plain_copy, npp, pcie or cpu
  std::string name;
  Samples samples;
};

struct Row {
  std::string name;  // what --only looks at
  PixelType pixel_type = PixelType::u8;
  std::string backend = "cuda";
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  Border border = Border::reflect101;
  bool nodata = false;
  std::string timing;  // by which clock, and what the calls look like
  Samples samples = {};
  std::vector<Peer> peers = {};
  std::optional<double> npp_differs = {};  // share of the pixels that NPP decides otherwise
};

/// Of each peer the samples are its time over ours: above 1, we were the faster one.
double ratio_to(const Peer& peer, const Row& row);

class Report {
 public:
  /// Replaces the file at `json_path`; no path: no file. Throws FileError.
  Report(std::string json_path, Facts facts);

  /// Prints and writes at once: a run that is broken off keeps what it has measured.
  void add(const Row& row);

  /// Says on stderr what is left out, and why.
  void leave_out(const std::string& name, const std::string& why) const;

  /// Takes and adds one row. One that fails is told on stderr and counted, so that it costs no other; one that finds
  /// too little memory is left out. Throws what no later row could survive: a broken card, a file that can't be
  /// written.
  void attempt(const std::string& name, const std::function<Row()>& take_row);

  int failures() const { return failures_; }
  const Facts& facts() const { return facts_; }

 private:
  void write(const std::string& line);

  Facts facts_;
  std::string path_;
  std::ofstream file_;
  int failures_ = 0;
};

}  // namespace strandline::bench
