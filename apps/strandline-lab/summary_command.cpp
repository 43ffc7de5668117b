// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// strandline lab summary: what a card charges, on one screen. Needs no GPU.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands.hpp"
#include "results/figure_text.hpp"
#include "results/results_file.hpp"
#include "results/summary.hpp"
#include "terminal.hpp"

namespace strandline::app {
namespace {

using lab::Json;
using lab::SummaryFigure;

std::string heading_of(const lab::Results& run) {
  std::vector<std::string> facts;
  for (const char* key : {"card", "compute_capability", "driver", "cuda", "date"}) {
    if (run.facts.contains(key)) facts.push_back(lab::value_text(run.facts[key]));
  }
  return fmt::format("{}", fmt::join(facts, ", "));
}

void print_text(const lab::Results& run) {
  fmt::print("{}\n\n", printable(heading_of(run)));
  std::vector<std::vector<std::string>> lines;
  for (const SummaryFigure& figure : summarise(run)) {
    lines.push_back({figure.label, figure.text(), figure.unit, printable(figure.from)});
  }
  for (const std::string& line : lab::aligned_lines(lines, {true, false, true, true})) fmt::print("{}\n", line);
  if (lines.empty()) fmt::print("The run has none of the rows that a summary is made of.\n");
  for (const std::string& doubt : summary_doubts(run)) fmt::print("{}\n", printable(doubt));
}

void print_line(const Json& line) { fmt::print("{}\n", line.dump(-1, ' ', false, Json::error_handler_t::replace)); }

void print_json(const lab::Results& run) {
  print_line({{"type", "run"}, {"facts", run.facts}});
  for (const SummaryFigure& figure : summarise(run)) {
    print_line({{"type", "figure"},
                {"label", figure.label},
                {"value", figure.value},
                {"unit", figure.unit},
                {"from", figure.from}});
  }
  for (const std::string& doubt : summary_doubts(run)) print_line({{"type", "doubt"}, {"sentence", doubt}});
}

}  // namespace

void add_summary_command(CLI::App& lab) {
  const auto file = std::make_shared<std::string>();
  const auto json = std::make_shared<bool>(false);
  CLI::App* command = lab.add_subcommand("summary", "Say on one screen what a card charges, in figures with units");
  command->add_option("FILE", *file, "JSON lines that lab run has written")->required()->type_name("");
  command->add_flag("--json", *json, "Print a JSON object a line");
  command->callback([file, json] {
    const std::vector<lab::Results> runs = lab::read_results(*file);
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (i > 0 && !*json) fmt::print("\n");
      *json ? print_json(runs[i]) : print_text(runs[i]);
    }
  });
}

}  // namespace strandline::app
