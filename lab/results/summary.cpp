// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What a card charges, on one screen: the few figures of a run that a kernel's author looks up.
#include "results/summary.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "results/figure_text.hpp"

namespace strandline::lab {
namespace {

enum class Which { last, greatest };

/// Where a figure stands: of the experiment's rows that have all of `where` among their parameters the last or that
/// with the greatest figure.
struct Charge {
  const char* label;
  const char* unit;
  const char* experiment;
  Json where;
  const char* key;  ///< of values or of what was measured
  Which which = Which::last;
};

const std::vector<Charge>& charges() {
  const Json one_load = {{"fit", "addresses"}, {"width_bytes", 4}, {"warps", 16}};
  const Json one_load_by_both = {{"fit", "both"}, {"width_bytes", 4}, {"warps", 16}};
  const auto banks = [](int stride) { return Json{{"width_bytes", 4}, {"stride", stride}}; };
  const auto footprint = [](int kib) {
    return Json{{"quantity", "latency"}, {"read_before_by", "itself"}, {"footprint_kib", kib}};
  };
  const auto streamed = [](int mib) { return Json{{"quantity", "bandwidth"}, {"stream_mib", mib}}; };
  const Json one_shared_word = {{"space", "shared"}, {"operation", "red"}, {"addresses", 1}};
  const Json one_word = {
      {"layout", "neighbouring words, the same for all warps"}, {"operation", "red"}, {"addresses", 1}};
  const auto apart = [](const char* level) { return Json{{"level", level}, {"width_bytes", 4}, {"stride", 32}}; };
  static const std::vector<Charge> all = {
      {"shared memory, latency", "cycles", "ladder", {{"quantity", "latency"}, {"space", "shared"}}, "cycles_per_load"},
      {"L1, latency", "cycles", "ladder", footprint(16), "cycles_per_load"},
      {"L2, latency", "cycles", "ladder", footprint(8192), "cycles_per_load"},
      {"DRAM, latency", "cycles", "ladder", footprint(262144), "cycles_per_load"},
      {"L2, bandwidth", "GB/s", "ladder", streamed(16), "gb_per_s"},
      {"DRAM, bandwidth", "GB/s", "ladder", streamed(1024), "gb_per_s"},
      {"constant memory, each distinct address", "cycles", "constant-charge", one_load, "cycles_per_address"},
      {"constant memory, each distinct line", "cycles", "constant-charge", one_load_by_both, "cycles_per_line"},
      {"constant cache, first level, size", "bytes", "constant-cache", {{"level", 1}}, "holds_bytes"},
      {"constant cache, first level, latency", "cycles", "constant-cache", {{"level", 1}}, "cycles_per_load"},
      {"constant cache, second level, latency", "cycles", "constant-cache", {{"level", 2}}, "cycles_per_load"},
      {"a filter, constant over global taps, lanes agree", "times", "constant", {{"pattern", "broadcast"}}, "ratio"},
      {"a filter, constant over global taps, each its own", "times", "constant", {{"pattern", "per-lane"}}, "ratio"},
      {"a filter, taps as operands over global taps", "times", "constant", {{"pattern", "broadcast"}}, "operand_ratio"},
      {"shared memory, a request without conflicts", "cycles", "banks", banks(1), "cycles_per_request"},
      {"shared memory, a request that conflicts 32-way", "cycles", "banks", banks(32), "cycles_per_request"},
      {"shared memory, 32 lanes add to one word", "cycles", "atomics", one_shared_word, "cycles_per_request"},
      {"global memory, the card adds to one word", "10^9/s", "atomics", one_word, "g_updates_per_s"},
      {"L2, lanes 32 words apart, over neighbours", "times", "coalescing", apart("L2"), "relative_time"},
      {"DRAM, lanes 32 words apart, over neighbours", "times", "coalescing", apart("DRAM"), "relative_time"},
      {"a matrix copied", "GB/s", "transpose", {{"kernel", "copy"}}, "gb_per_s"},
      {"a matrix transposed, of the copy's rate", "%", "transpose", {{"kernel", "fastest"}}, "percent_of_copy"},
      {"a region beside a stream, most by an L2 window", "times", "l2-persistence", Json::object(), "speedup_by_window",
       Which::greatest},
      {"gravity between bodies, at best", "10^9 pairs/s", "nbody", Json::object(), "g_interactions_per_s",
       Which::greatest},
      {"a 5 x 5 blur, naive, of a copy's rate",
       "times",
       "convolution",
       {{"stage", "blur_naive"}},
       "fraction_of_copy",
       Which::greatest},
      {"a 5 x 5 blur, by shared tiles, of a copy's rate",
       "times",
       "convolution",
       {{"stage", "blur_tiled_36"}},
       "fraction_of_copy",
       Which::greatest},
      {"the pipeline in one pass, of a copy's rate",
       "times",
       "convolution",
       {{"stage", "one_pass"}},
       "fraction_of_copy"},
  };
  return all;
}

bool has_all(const Row& row, const Json& where) {
  return std::ranges::all_of(where.items(), [&](const auto& own) {
    return row.parameters.contains(own.key()) && row.parameters[own.key()] == own.value();
  });
}

std::string place_of(const std::string& experiment, const Row& row) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : row.parameters.items()) parts.push_back(fmt::format("{} {}", key, value_text(value)));
  return fmt::format("{}: {}", experiment, fmt::join(parts, ", "));
}

const ExperimentResults* find_passed(const Results& run, const std::string& name) {
  for (const ExperimentResults& experiment : run.experiments) {
    if (experiment.name == name && experiment.passed()) return &experiment;
  }
  return nullptr;
}

void add_figure(std::vector<SummaryFigure>& figures, const Charge& charge, const ExperimentResults& experiment) {
  const Row* chosen = nullptr;
  double figure = 0;
  for (const Row& row : experiment.rows) {
    const auto value = measured_value(row, charge.key);
    if (!value || !std::isfinite(*value) || !has_all(row, charge.where)) continue;
    if (chosen != nullptr && charge.which == Which::greatest && *value <= figure) continue;
    chosen = &row;
    figure = *value;
  }
  if (chosen != nullptr) {
    figures.push_back({charge.label, figure, charge.unit, place_of(experiment.name, *chosen)});
  }
}

}  // namespace

std::string SummaryFigure::text() const {
  if (std::abs(value) >= 10) return number_text(value);
  const std::string text = fmt::format("{:.2f}", value);
  return text == "-0.00" ? "0.00" : text;
}

std::vector<SummaryFigure> summarise(const Results& run) {
  std::vector<SummaryFigure> figures;
  for (const Charge& charge : charges()) {
    const ExperimentResults* experiment = find_passed(run, charge.experiment);
    if (experiment != nullptr) add_figure(figures, charge, *experiment);
  }
  return figures;
}

std::vector<std::string> summary_doubts(const Results& run) {
  std::vector<std::string> doubts;
  if (run.facts.value("quick", Json()) == true) doubts.emplace_back("A quick run, whose times mean little.");
  for (const ExperimentResults& experiment : run.experiments) {
    const auto failed = std::ranges::find(experiment.gates, false, &Gate::passed);
    if (failed != experiment.gates.end()) {
      doubts.push_back(fmt::format("{}: the gate '{}' failed.", experiment.name, failed->name));
    } else if (!experiment.failures.empty()) {
      doubts.push_back(fmt::format("{} failed: {}", experiment.name, experiment.failures.front()));
    } else if (!experiment.complete) {
      doubts.push_back(fmt::format("{} was broken off.", experiment.name));
    }
  }
  return doubts;
}

}  // namespace strandline::lab
