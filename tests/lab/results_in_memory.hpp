// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Findings for tests: one run with something of everything, told to a sink as the harness tells it.
#pragma once

#include <limits>

#include "results/result_sink.hpp"

namespace strandline::test {

inline lab::Summary steady(double median, double iqr, std::int64_t samples, std::string unit = "ms") {
  return {.unit = std::move(unit),
          .median = median,
          .min = median - iqr,
          .iqr = iqr,
          .samples = samples,
          .rejected = 0,
          .ended = "steady"};
}

inline lab::Summary all_rejected(std::int64_t rejected) {
  return {.unit = "ms", .median = 0, .min = 0, .iqr = 0, .samples = 0, .rejected = rejected, .ended = "time limit"};
}

inline lab::Row make_row(lab::Json parameters, std::vector<std::pair<std::string, lab::Summary>> measured,
                         lab::Json values = lab::Json::object(), lab::Json predicted = lab::Json::object()) {
  return {std::move(parameters), std::move(measured), std::move(values), std::move(predicted)};
}

/// Two experiments. "banks" has a row of each kind, and one finding of each other kind; "empty" has nothing.
inline lab::Results make_results() {
  lab::ExperimentResults banks;
  banks.name = "banks";
  banks.sizes = {{"words", {2048}}, {"strides", {1, 2}}};
  banks.rows = {make_row({{"stride", 1}, {"pattern", "all \"lanes\""}}, {{"time", steady(1.0 / 3, 1e-3, 21)}},
                         {{"relative", 1.0}}, {{"relative", 1}}),
                make_row({{"stride", 2.5}, {"padded", true}},
                         {{"time", steady(0.7, 0, 11, "cycles")}, {"other", all_rejected(9)}},
                         {{"relative", std::numeric_limits<double>::quiet_NaN()}, {"SASS", "LDS"}, {"steady", false}},
                         {{"relative", 2}, {"time", std::numeric_limits<double>::infinity()}})};
  banks.gates = {{"results are right", true, "2 checked"}, {"two rows", false, "1, not 2"}};
  banks.verdicts = {"Stride 2 costs twice."};
  banks.skipped = {"no L2"};
  banks.failures = {"an error\nof two lines"};
  lab::ExperimentResults empty;
  empty.name = "empty";
  lab::Results results;
  results.facts = {{"card", "NVIDIA H200"}, {"l2_bytes", 62914560}, {"quick", false}};
  results.experiments = {banks, empty};
  return results;
}

inline void tell(const lab::Results& results, lab::ResultSink& sink) {
  sink.begin_run(results.facts);
  for (const lab::ExperimentResults& experiment : results.experiments) {
    lab::Description description;
    description.name = experiment.name;
    description.title = "A title";
    description.question = "A question?";
    sink.begin_experiment(description, experiment.sizes);
    for (const lab::Row& row : experiment.rows) sink.row(row);
    for (const lab::Gate& gate : experiment.gates) sink.gate(gate);
    for (const std::string& reason : experiment.skipped) sink.skipped(reason);
    for (const std::string& what : experiment.failures) sink.failure(what);
    for (const std::string& sentence : experiment.verdicts) sink.verdict(sentence);
    if (experiment.complete) sink.end_experiment();
  }
}

}  // namespace strandline::test
