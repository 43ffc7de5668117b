// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Two files of results side by side: two cards, or two days. docs/lab.md, "Comparing", explains the rule.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/results.hpp"

namespace strandline::lab {

/// Of B, against A.
enum class Outcome { same, faster, slower, unclear };

std::string_view to_string(Outcome outcome);

/// Medians nearer than this are the same. Assumed to be how far a card differs from one run to the next.
inline constexpr double kSameWithin = 0.03;

/// Assumed of a median whose spread isn't known, or which comes of fewer samples than show a spread.
inline constexpr double kPresumedMargin = 0.10;
inline constexpr std::int64_t kFewestSamples = 5;

/// One quantity of one row on both sides. With a ratio r and a margin m the true ratio is taken to lie between
/// r / (1 + m) and r * (1 + m).
struct Judgement {
  std::optional<double> ratio;  ///< B's median over A's
  double margin = 0;
  Outcome outcome = Outcome::unclear;
  std::string why;  ///< when it is unclear
};

bool is_rate(std::string_view unit);

/// Less is faster, except of rates.
Judgement judge(const Summary& a, const Summary& b);

/// How much was done in a unit of time, "GB/s" or "10^9 requests/s" of milliseconds, "requests/cycle" of cycles.
/// Nothing of a summary that says no work, or has no samples.
std::optional<Summary> rate_of(const Summary& summary);

/// B's speed over A's, above 1 where B is the faster; nothing where there is no ratio.
std::optional<double> speedup(const Judgement& judgement, const std::string& unit);

/// Under one key; null, or without samples, where one side doesn't have it. Rates where both sides say what was done,
/// in one unit: a card that does more in more time is no slower.
struct ComparedQuantity {
  std::string name;
  Summary a;
  Summary b;
  Judgement judgement;
};

struct ComparedValue {
  std::string name;
  Json a;
  Json b;

  /// B's over A's, of numbers above 0.
  std::optional<double> ratio() const;
};

struct ComparedRow {
  Json parameters;
  std::vector<ComparedQuantity> quantities;
  std::vector<ComparedValue> values;
};

struct SlowestQuantity {
  Json parameters;
  std::string name;
  double speedup = 0;
};

/// What an experiment's quantities come to; each row has one or several.
struct ComparisonSummary {
  std::map<Outcome, std::int64_t> counts;
  std::optional<double> mean_speedup;  ///< geometric
  std::optional<SlowestQuantity> slowest;

  std::int64_t count(Outcome outcome) const { return counts.contains(outcome) ? counts.at(outcome) : 0; }
};

struct ComparedExperiment {
  std::string name;
  std::vector<ComparedRow> rows;
  std::vector<Json> only_in_a;  ///< parameters of rows
  std::vector<Json> only_in_b;
  std::vector<std::string> notes;  ///< what makes figures of this experiment doubtful, a sentence each

  ComparisonSummary summary() const;
};

struct Comparison {
  std::vector<ComparedExperiment> experiments;  ///< in both
  std::vector<std::string> notes;               ///< on the whole, a sentence each

  std::int64_t count(Outcome outcome) const;
};

/// Rows are the same when their experiment and parameters are, in whatever order; of several the first goes with the
/// first. Where several runs of one side have an experiment, the last counts. Of all experiments when none is named;
/// throws FileError for a name that one of the sides, of a run or more each, doesn't have.
Comparison compare(const std::vector<Results>& a, const std::vector<Results>& b,
                   const std::vector<std::string>& named = {});

}  // namespace strandline::lab
