// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Two files of results side by side: which rows belong together, and what to know about them.
#include "results/compare.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <strandline/error.hpp>

namespace strandline::lab {
namespace {

struct Side {
  char name;
  const Results* run = nullptr;
  const ExperimentResults* experiment = nullptr;
};

/// Of the last run that has it.
Side find_experiment(char side, const std::vector<Results>& runs, const std::string& name) {
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    for (const ExperimentResults& experiment : run->experiments) {
      if (experiment.name == name) return {side, &*run, &experiment};
    }
  }
  return {side};
}

/// Each once, in the order in which they come first.
std::vector<std::string> experiment_names(const std::vector<Results>& runs) {
  std::vector<std::string> names;
  for (const Results& run : runs) {
    for (const ExperimentResults& experiment : run.experiments) {
      if (std::find(names.begin(), names.end(), experiment.name) == names.end()) names.push_back(experiment.name);
    }
  }
  return names;
}

const Summary* find_summary(const Row& row, const std::string& name) {
  for (const auto& [own, summary] : row.measured) {
    if (own == name) return &summary;
  }
  return nullptr;
}

ComparedQuantity compare_quantity(const std::string& name, const Summary* a, const Summary* b) {
  ComparedQuantity quantity;
  quantity.name = name;
  // The unit of the side that has it says what the other lacks.
  if (a != nullptr) quantity.a = *a;
  if (b != nullptr) quantity.b = *b;
  if (a == nullptr) quantity.a.unit = quantity.b.unit;
  if (b == nullptr) quantity.b.unit = quantity.a.unit;
  const std::optional<Summary> rate_a = rate_of(quantity.a);
  const std::optional<Summary> rate_b = rate_of(quantity.b);
  if (rate_a && rate_b && rate_a->unit == rate_b->unit) {
    quantity.a = *rate_a;
    quantity.b = *rate_b;
  }
  quantity.judgement = judge(quantity.a, quantity.b);
  return quantity;
}

ComparedRow compare_rows(const Row& a, const Row& b) {
  ComparedRow row{a.parameters, {}, {}};
  for (const auto& [name, summary] : a.measured) {
    row.quantities.push_back(compare_quantity(name, &summary, find_summary(b, name)));
  }
  for (const auto& [name, summary] : b.measured) {
    if (find_summary(a, name) == nullptr) row.quantities.push_back(compare_quantity(name, nullptr, &summary));
  }
  for (const auto& [name, value] : a.values.items()) row.values.push_back({name, value, b.values.value(name, Json())});
  for (const auto& [name, value] : b.values.items()) {
    if (!a.values.contains(name)) row.values.push_back({name, Json(), value});
  }
  return row;
}

// An object that knows no order of its members, and in which 4 is 4.0.
using Identity = nlohmann::json;

void match_rows(ComparedExperiment& experiment, const std::vector<Row>& a, const std::vector<Row>& b) {
  std::map<Identity, std::vector<const Row*>> waiting;
  for (auto row = b.rbegin(); row != b.rend(); ++row) waiting[Identity(row->parameters)].push_back(&*row);
  for (const Row& row : a) {
    std::vector<const Row*>& same = waiting[Identity(row.parameters)];
    if (same.empty()) {
      experiment.only_in_a.push_back(row.parameters);
      continue;
    }
    experiment.rows.push_back(compare_rows(row, *same.back()));
    same.pop_back();
  }
  for (const Row& row : b) {
    const auto& left = waiting[Identity(row.parameters)];
    if (std::find(left.begin(), left.end(), &row) != left.end()) experiment.only_in_b.push_back(row.parameters);
  }
}

void note_doubts(ComparedExperiment& experiment, const Side& side) {
  const ExperimentResults& results = *side.experiment;
  const auto note = [&](const std::string& text) {
    experiment.notes.push_back(fmt::format("{}: {}", side.name, text));
  };
  if (!results.complete) note("it was broken off.");
  for (const Gate& gate : results.gates) {
    if (!gate.passed) note(fmt::format("the gate '{}' failed: {}", gate.name, gate.detail));
  }
  for (const std::string& failure : results.failures) note(fmt::format("it failed: {}", failure));
  for (const std::string& reason : results.skipped) note(fmt::format("skipped: {}", reason));
  if (side.run->facts.value("quick", Json()) == true) note("a quick run, whose times mean little.");
}

bool is_parameter(const std::string& size, const ExperimentResults& results) {
  return std::any_of(results.rows.begin(), results.rows.end(),
                     [&](const Row& row) { return row.parameters.contains(size); });
}

// Sizes that are parameters tell rows apart; the others should be equal.
void note_other_sizes(ComparedExperiment& experiment, const ExperimentResults& a, const ExperimentResults& b) {
  for (const auto& [name, values] : a.sizes.items()) {
    if (is_parameter(name, a) || !b.sizes.contains(name) || b.sizes[name] == values) continue;
    experiment.notes.push_back(fmt::format("The size {} differs, so the rows are hardly comparable: {} in A, {} in B.",
                                           name, values.dump(), b.sizes[name].dump()));
  }
}

std::string why_no_rates(const Summary& a, const Summary& b) {
  if (a.work <= 0 && b.work <= 0) return "neither side says what a call did";
  if (a.work <= 0 || b.work <= 0) return fmt::format("{} doesn't say what a call did", a.work <= 0 ? 'A' : 'B');
  return fmt::format("a call's work is in {} in A, in {} in B", a.work_unit, b.work_unit);
}

/// Each reason once.
void note_lack_of_rates(ComparedExperiment& experiment) {
  std::set<std::string> reasons;
  for (const ComparedRow& row : experiment.rows) {
    for (const ComparedQuantity& own : row.quantities) {
      if (own.judgement.ratio && !is_rate(own.a.unit)) reasons.insert(why_no_rates(own.a, own.b));
    }
  }
  for (const std::string& reason : reasons) {
    experiment.notes.push_back(fmt::format("Times are compared, not rates, where {}.", reason));
  }
}

/// The experiment's own, so that a change of another makes no doubt of it; that of the whole lab in older files.
void note_other_sources(ComparedExperiment& experiment, const Side& a, const Side& b) {
  Json in_a = a.experiment->source_digest;
  Json in_b = b.experiment->source_digest;
  if (a.experiment->source_digest.empty() || b.experiment->source_digest.empty()) {
    in_a = a.run->facts.value("source_digest", Json());
    in_b = b.run->facts.value("source_digest", Json());
  }
  if (in_a.is_null() || in_b.is_null() || in_a == in_b) return;
  experiment.notes.emplace_back("A and B were measured with different sources of the kernels.");
}

ComparedExperiment compare_experiment(const Side& a, const Side& b) {
  ComparedExperiment experiment;
  experiment.name = a.experiment->name;
  match_rows(experiment, a.experiment->rows, b.experiment->rows);
  note_doubts(experiment, a);
  note_doubts(experiment, b);
  note_other_sizes(experiment, *a.experiment, *b.experiment);
  note_lack_of_rates(experiment);
  note_other_sources(experiment, a, b);
  return experiment;
}

void require_experiments(const std::vector<std::string>& named, const std::vector<Results>& runs) {
  const std::vector<std::string> names = experiment_names(runs);
  for (const std::string& name : named) {
    if (std::ranges::find(names, name) != names.end()) continue;
    throw FileError(fmt::format("there is no experiment '{}' in '{}', name one of {}", name, runs.front().source,
                                fmt::join(names, ", ")));
  }
}

void note_runs(Comparison& comparison, char side, const std::vector<Results>& runs) {
  if (runs.size() < 2) return;
  comparison.notes.push_back(
      fmt::format("{} has {} runs; where several have an experiment, the last counts.", side, runs.size()));
}

}  // namespace

std::optional<double> ComparedValue::ratio() const {
  if (!a.is_number() || !b.is_number() || a.get<double>() <= 0 || b.get<double>() <= 0) return std::nullopt;
  return b.get<double>() / a.get<double>();
}

ComparisonSummary ComparedExperiment::summary() const {
  ComparisonSummary summary;
  double logarithms = 0;
  std::int64_t speedups = 0;
  for (const ComparedRow& row : rows) {
    for (const ComparedQuantity& quantity : row.quantities) {
      ++summary.counts[quantity.judgement.outcome];
      const std::optional<double> own = speedup(quantity.judgement, quantity.a.unit);
      if (!own) continue;
      logarithms += std::log(*own);
      ++speedups;
      if (!summary.slowest || *own < summary.slowest->speedup) summary.slowest = {row.parameters, quantity.name, *own};
    }
  }
  if (speedups > 0) summary.mean_speedup = std::exp(logarithms / static_cast<double>(speedups));
  return summary;
}

std::int64_t Comparison::count(Outcome outcome) const {
  std::int64_t counted = 0;
  for (const ComparedExperiment& experiment : experiments) counted += experiment.summary().count(outcome);
  return counted;
}

Comparison compare(const std::vector<Results>& a, const std::vector<Results>& b,
                   const std::vector<std::string>& named) {
  require_experiments(named, a);
  require_experiments(named, b);
  Comparison comparison;
  note_runs(comparison, 'A', a);
  note_runs(comparison, 'B', b);
  for (const std::string& name : named.empty() ? experiment_names(a) : named) {
    const Side in_a = find_experiment('A', a, name);
    const Side in_b = find_experiment('B', b, name);
    if (in_b.experiment == nullptr) {
      comparison.notes.push_back(fmt::format("The experiment {} is only in A.", name));
    } else {
      comparison.experiments.push_back(compare_experiment(in_a, in_b));
    }
  }
  for (const std::string& name : named.empty() ? experiment_names(b) : named) {
    if (find_experiment('A', a, name).experiment != nullptr) continue;
    comparison.notes.push_back(fmt::format("The experiment {} is only in B.", name));
  }
  return comparison;
}

}  // namespace strandline::lab
