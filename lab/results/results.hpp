// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What experiments find, in memory. lab/results/results_file.hpp has its form in a file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace strandline::lab {

using Json = nlohmann::ordered_json;

/// Of a median that somebody published without saying how many samples it was taken from.
inline constexpr std::int64_t kUnknownSamples = -1;

/// Samples of one quantity, summed up.
struct Summary {
  std::string unit = "ms";
  double median = 0;  ///< meaningless unless has_samples()
  double min = 0;     ///< meaningless, as iqr is, unless has_spread()
  double iqr = 0;     ///< third quartile less first
  std::int64_t samples = 0;
  std::int64_t rejected = 0;      ///< since the clock sagged while they were taken
  std::string ended = {};         ///< why no more were taken: "steady" or "time limit"
  double work = 0;                ///< what was done meanwhile, in `work_unit`; 0: not said
  std::string work_unit = {};     ///< such as "bytes" and "requests"
  std::vector<double> each = {};  ///< the samples themselves, where they are to be kept

  bool has_samples() const { return samples != 0; }
  bool has_spread() const { return samples > 0; }
};

/// One line of an experiment's table.
struct Row {
  /// Numbers and texts that tell this row from the experiment's others, such as {"stride": 4}.
  Json parameters = Json::object();
  /// By the name of what was timed, such as "constant" and "global".
  std::vector<std::pair<std::string, Summary>> measured = {};
  /// Numbers and texts worked out from what was measured, such as {"ratio": 1.03}.
  Json values = Json::object();
  /// What the model says some of `values` (the same key) or of the medians (the key in `measured`) should be.
  Json predicted = Json::object();
};

/// A condition without which the experiment's figures mean nothing.
struct Gate {
  std::string name;
  bool passed = false;
  std::string detail = {};  ///< what was compared, with figures
};

struct ExperimentResults {
  std::string name;
  Json sizes = Json::object();     ///< {"side": [4096]}
  std::string source_digest = {};  ///< of what it was measured with; empty: not said
  std::vector<Row> rows;
  std::vector<Gate> gates;
  std::vector<std::string> verdicts;  ///< a sentence each
  std::vector<std::string> skipped;   ///< what this card can't do, and why
  std::vector<std::string> failures;  ///< errors that ended the experiment or a part of it
  bool complete = true;               ///< false where the file stops before the experiment's end

  bool passed() const;
};

/// What one call of lab run found on one card.
struct Results {
  std::string source;           ///< the file that it was read from
  Json facts = Json::object();  ///< card, compute_capability, driver, cuda, commit, source_digest, date, ...
  std::vector<ExperimentResults> experiments;
};

/// What a row says of `key`: the number in `values`, else the median in `measured` when it has samples.
std::optional<double> measured_value(const Row& row, const std::string& key);

/// Where the model and the card disagree: measured / predicted - 1, for each key that both have as numbers above 0.
std::map<std::string, double> deviations(const Row& row);

/// More than this is to be explained.
inline constexpr double kNotableDeviation = 0.15;

}  // namespace strandline::lab
