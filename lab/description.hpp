// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What an experiment is, said without CUDA: for lab list, for the options of lab run, and for the report's charts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace strandline::lab {

/// A size that `lab run --size NAME=VALUE[,VALUE...]` changes.
struct SizeOption {
  std::string name;
  std::string meaning;  ///< with its unit
  std::vector<std::int64_t> values;
  std::vector<std::int64_t> quick_values;  ///< with --quick
  std::int64_t smallest = 1;
  std::int64_t largest = 1;
  bool takes_several = false;  ///< else exactly one value
};

/// One line or set of points of a chart: the rows that have all of `where` among their parameters.
struct Series {
  std::string label;
  /// A key of Row::values or, failing that, of Row::measured, whose median is meant. Of Row::predicted for a
  /// prediction.
  std::string y;
  nlohmann::ordered_json where = nlohmann::ordered_json::object();
  bool is_prediction = false;  ///< drawn as a line; what was measured is drawn as points
};

/// Bars where `x` is a text.
struct Chart {
  std::string title;
  std::string x;  ///< a key of Row::parameters
  std::string x_label;
  std::string y_label;
  std::vector<Series> series;
  bool log_x = false;
  bool log_y = false;
  std::string panel_by = {};  ///< a key of Row::parameters: a small chart for each of its values; empty: one chart
  std::string misses = {};    ///< where the model is off here, and why; empty where it isn't
};

struct Description {
  std::string name;      ///< as the user types it
  std::string title;     ///< a few words
  std::string question;  ///< one sentence
  std::vector<SizeOption> sizes;
  std::vector<Chart> charts;
  std::string method = {};  ///< what is run, and by what formula the prediction is made
  /// Which rates and constants in the prediction are taken from measured rows, from which, and when: a sentence each.
  /// Empty where all is predicted before it is measured.
  std::vector<std::string> fitted = {};
  std::string limits = {};  ///< what the figures don't tell
};

}  // namespace strandline::lab
