// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the benchmark found, as a table in Markdown and as JSON lines.
#pragma once

#include <string>

#include "edges_case.hpp"

namespace strandline::bench {

/// Medians of the samples and of their ratios; a ratio above 1 says that Strandline was the faster one.
struct EdgesRow {
  EdgesCase edges_case;
  EdgesSamples samples;
  double median_ms = 0;
  double gpx_per_s = 0;
  double ratio_to_copy = 0;
  double ratio_to_threshold = 0;
  double ratio_to_opencv = 0;      ///< 0 without it
  double ratio_to_one_thread = 0;  ///< 0 where one thread is all there is
  /// The largest relative IQR of the time and the ratios.
  double spread = 0;
};

/// Rows whose spread is above this are no figures to quote.
inline constexpr double kNoisySpread = 0.10;

/// Where and of what the figures were taken.
struct Facts {
  std::string cpu;
  std::string backend;
  std::string opencv;
  std::string commit;
};

EdgesRow make_row(const EdgesCase& edges_case, EdgesSamples samples);

std::string table_head();
std::string table_line(const EdgesRow& row);
std::string table_notes(const Facts& facts);

/// One JSON object, without the line's end.
std::string json_line(const EdgesRow& row, const Facts& facts);

/// Of the machine that this runs on.
Facts gather_facts(std::string commit);

}  // namespace strandline::bench
