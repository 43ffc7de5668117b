// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// strandline lab compare: two files of results side by side, as tables or as JSON lines. Needs no GPU.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <strandline/error.hpp>

#include "choice.hpp"
#include "commands.hpp"
#include "results/compare.hpp"
#include "results/figure_text.hpp"
#include "results/results_file.hpp"

namespace strandline::app {
namespace {

using lab::ComparedExperiment;
using lab::ComparedQuantity;
using lab::ComparedRow;
using lab::ComparedValue;
using lab::Comparison;
using lab::Json;
using lab::Outcome;
using lab::Results;
using lab::Summary;

constexpr lab::Outcome kOutcomes[] = {Outcome::same, Outcome::faster, Outcome::slower, Outcome::unclear};

struct CompareArguments {
  std::string a;
  std::string b;
  std::vector<std::string> experiments;
  bool fail_on_slower = false;
  bool json = false;
};

using Cells = std::vector<std::string>;

std::string summary_text(const Summary& summary) {
  if (!summary.has_samples()) return summary.rejected > 0 ? "all rejected" : "-";
  const std::string median = lab::number_text(summary.median);
  if (!summary.has_spread()) return median + " (?)";
  return fmt::format("{} ({:.1f} %)", median, 100 * summary.iqr / summary.median);
}

std::string ratio_text(std::optional<double> ratio) { return ratio ? lab::number_text(*ratio) : "-"; }

void add_lines(std::vector<Cells>& lines, const ComparedRow& row) {
  Cells parameters;
  for (const auto& [key, value] : row.parameters.items()) parameters.push_back(lab::value_text(value));
  const auto add = [&](const Cells& cells) {
    lines.push_back(parameters);
    lines.back().insert(lines.back().end(), cells.begin(), cells.end());
  };
  for (const ComparedQuantity& quantity : row.quantities) {
    const lab::Judgement& judgement = quantity.judgement;
    std::string outcome(to_string(judgement.outcome));
    if (!judgement.why.empty()) outcome += fmt::format(" ({})", judgement.why);
    add({fmt::format("{} {}", quantity.name, quantity.a.unit), summary_text(quantity.a), summary_text(quantity.b),
         ratio_text(judgement.ratio), judgement.ratio ? fmt::format("{:.1f} %", 100 * judgement.margin) : "", outcome});
  }
  for (const ComparedValue& value : row.values) {
    add({value.name, lab::value_text(value.a), lab::value_text(value.b), ratio_text(value.ratio()), "", ""});
  }
}

Cells heading_of(const ComparedRow& row) {
  Cells heading;
  for (const auto& [key, value] : row.parameters.items()) heading.push_back(key);
  heading.insert(heading.end(), {"quantity", "A", "B", "B/A", "+-", "B is"});
  return heading;
}

std::string parameters_text(const Json& parameters) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : parameters.items())
    parts.push_back(fmt::format("{} {}", key, lab::value_text(value)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

template <class Counted>
std::string counts_text(const Counted& counted) {
  std::vector<std::string> counts;
  for (const Outcome outcome : kOutcomes)
    counts.push_back(fmt::format("{} {}", counted.count(outcome), to_string(outcome)));
  return fmt::format("{}", fmt::join(counts, ", "));
}

/// Such as "Rows: 9 in both, 1 only in A, 0 only in B. Quantities: 8 SAME, 0 FASTER, 1 SLOWER, 0 UNCLEAR. B is 0.98
/// times as fast in the geometric mean, 0.8 times at worst (time, stride 3)."
std::string sentences_on(const ComparedExperiment& experiment) {
  const lab::ComparisonSummary summary = experiment.summary();
  std::string text =
      fmt::format("Rows: {} in both, {} only in A, {} only in B. Quantities: {}.", experiment.rows.size(),
                  experiment.only_in_a.size(), experiment.only_in_b.size(), counts_text(summary));
  if (!summary.mean_speedup) return text;
  const lab::SlowestQuantity& slowest = *summary.slowest;
  return text + fmt::format(" B is {} times as fast in the geometric mean, {} times at worst ({}{}{}).",
                            lab::number_text(*summary.mean_speedup), lab::number_text(slowest.speedup), slowest.name,
                            slowest.parameters.empty() ? "" : ", ", parameters_text(slowest.parameters));
}

void print_experiment(const ComparedExperiment& experiment) {
  fmt::print("\n== {}\n", experiment.name);
  for (const std::string& note : experiment.notes) fmt::print("{}\n", note);
  Cells heading;
  std::vector<Cells> lines;
  for (const ComparedRow& row : experiment.rows) {
    const Cells own = heading_of(row);
    if (own != heading) {
      if (!lines.empty()) lines.emplace_back();
      lines.push_back(own);
      heading = own;
    }
    add_lines(lines, row);
  }
  if (!lines.empty()) fmt::print("\n");
  const std::size_t columns = lines.empty() ? 0 : std::ranges::max(lines, {}, &Cells::size).size();
  for (const std::string& line : lab::aligned_lines(lines, std::vector<bool>(columns, true))) fmt::print("{}\n", line);
  for (const Json& parameters : experiment.only_in_a) fmt::print("Only in A: {}\n", parameters_text(parameters));
  for (const Json& parameters : experiment.only_in_b) fmt::print("Only in B: {}\n", parameters_text(parameters));
  fmt::print("\n{}\n", sentences_on(experiment));
}

void print_side(char side, const std::vector<Results>& runs) {
  for (const Results& run : runs) {
    std::vector<std::string> facts;
    for (const char* key : {"card", "compute_capability", "driver", "cuda", "date", "commit", "source"}) {
      if (run.facts.contains(key)) facts.push_back(fmt::format("{} {}", key, lab::value_text(run.facts[key])));
    }
    fmt::print("{}  {}: {}\n", side, run.source, fmt::join(facts, ", "));
  }
}

void print_tables(const Comparison& comparison, const std::vector<Results>& a, const std::vector<Results>& b) {
  print_side('A', a);
  print_side('B', b);
  fmt::print(
      "Medians with IQR in % (?: unknown), and B's over A's. SAME: within {:.0f} %, with all that the spreads leave "
      "open.\n",
      100 * lab::kSameWithin);
  for (const std::string& note : comparison.notes) fmt::print("{}\n", note);
  for (const ComparedExperiment& experiment : comparison.experiments) print_experiment(experiment);
  fmt::print("\n{}\n", counts_text(comparison));
}

void print_json(const Json& line) { fmt::print("{}\n", line.dump(-1, ' ', false, Json::error_handler_t::replace)); }

Json json_of(const std::vector<Results>& runs) {
  Json all = Json::array();
  for (const Results& run : runs) all.push_back({{"file", run.source}, {"facts", run.facts}});
  return all;
}

Json json_of(const Summary& summary) {
  return {{"median", summary.has_samples() ? Json(summary.median) : Json()},
          {"iqr", summary.has_spread() ? Json(summary.iqr) : Json()},
          {"samples", summary.samples == lab::kUnknownSamples ? Json() : Json(summary.samples)}};
}

Json json_of(std::optional<double> number) { return number ? Json(*number) : Json(); }

void print_json_row(const std::string& experiment, const ComparedRow& row) {
  for (const ComparedQuantity& quantity : row.quantities) {
    print_json({{"type", "quantity"},
                {"experiment", experiment},
                {"parameters", row.parameters},
                {"quantity", quantity.name},
                {"unit", quantity.a.unit},
                {"a", json_of(quantity.a)},
                {"b", json_of(quantity.b)},
                {"ratio", json_of(quantity.judgement.ratio)},
                {"margin", quantity.judgement.ratio ? Json(quantity.judgement.margin) : Json()},
                {"outcome", to_string(quantity.judgement.outcome)},
                {"why", quantity.judgement.why}});
  }
  for (const ComparedValue& value : row.values) {
    print_json({{"type", "value"},
                {"experiment", experiment},
                {"parameters", row.parameters},
                {"value", value.name},
                {"a", value.a},
                {"b", value.b},
                {"ratio", json_of(value.ratio())}});
  }
}

Json counts_json(const auto& counted) {
  Json counts = Json::object();
  for (const Outcome outcome : kOutcomes) counts[std::string(to_string(outcome))] = counted.count(outcome);
  return counts;
}

void print_json_summary(const ComparedExperiment& experiment) {
  const lab::ComparisonSummary summary = experiment.summary();
  Json line = {{"type", "summary"},
               {"experiment", experiment.name},
               {"rows", experiment.rows.size()},
               {"only_in_a", experiment.only_in_a.size()},
               {"only_in_b", experiment.only_in_b.size()}};
  line.update(counts_json(summary));
  line["mean_speedup"] = json_of(summary.mean_speedup);
  line["slowest"] = nullptr;
  if (summary.slowest) {
    line["slowest"] = {{"parameters", summary.slowest->parameters},
                       {"quantity", summary.slowest->name},
                       {"speedup", summary.slowest->speedup}};
  }
  print_json(line);
}

void print_json_lines(const Comparison& comparison, const std::vector<Results>& a, const std::vector<Results>& b) {
  print_json(
      {{"type", "comparison"}, {"schema", 1}, {"a", json_of(a)}, {"b", json_of(b)}, {"same_within", lab::kSameWithin}});
  for (const std::string& note : comparison.notes)
    print_json({{"type", "note"}, {"experiment", nullptr}, {"note", note}});
  for (const ComparedExperiment& experiment : comparison.experiments) {
    const auto& name = experiment.name;
    for (const std::string& note : experiment.notes)
      print_json({{"type", "note"}, {"experiment", name}, {"note", note}});
    for (const ComparedRow& row : experiment.rows) print_json_row(name, row);
    for (const auto& [side, rows] : {std::pair("a", &experiment.only_in_a), std::pair("b", &experiment.only_in_b)}) {
      for (const Json& parameters : *rows) {
        print_json({{"type", "only_in"}, {"experiment", name}, {"side", side}, {"parameters", parameters}});
      }
    }
    print_json_summary(experiment);
  }
  Json totals = {{"type", "totals"}};
  totals.update(counts_json(comparison));
  print_json(totals);
}

bool is_empty(const Comparison& comparison) {
  return std::ranges::all_of(kOutcomes, [&](Outcome outcome) { return comparison.count(outcome) == 0; });
}

/// Returns the exit status.
int run_compare(const CompareArguments& arguments) {
  std::vector<std::string> named;
  for (const lab::Description& own : lab::find_descriptions(arguments.experiments)) named.push_back(own.name);
  const std::vector<Results> a = lab::read_results(arguments.a);
  const std::vector<Results> b = lab::read_results(arguments.b);
  const Comparison comparison = lab::compare(a, b, named);
  if (arguments.fail_on_slower && is_empty(comparison)) {
    throw FileError(fmt::format("there is nothing that '{}' and '{}' both measured, name files with rows in common",
                                arguments.a, arguments.b));
  }
  arguments.json ? print_json_lines(comparison, a, b) : print_tables(comparison, a, b);
  return arguments.fail_on_slower && comparison.count(Outcome::slower) > 0 ? kSlower : 0;
}

}  // namespace

void add_compare_command(CLI::App& lab, int& status) {
  const auto arguments = std::make_shared<CompareArguments>();
  CLI::App* command = lab.add_subcommand(
      "compare", "Compare two files of results: what B is against A, SAME, FASTER, SLOWER or UNCLEAR");
  command->add_option("A", arguments->a, "JSON lines that lab run has written, or published rows")
      ->required()
      ->type_name("");
  command->add_option("B", arguments->b, "The same of another card or day")->required()->type_name("");
  command
      ->add_option("--experiment", arguments->experiments,
                   "Compare this one alone, which both must have; may be given several times")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command->add_flag(
      "--fail-on-slower", arguments->fail_on_slower,
      fmt::format("Exit with status {} when anything of B is SLOWER, with {} when nothing can be compared", kSlower,
                  kFailure));
  command->add_flag("--json", arguments->json, "Print a JSON object a line instead of tables");
  command->callback([arguments, &status] { status = run_compare(*arguments); });
}

}  // namespace strandline::app
