// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// strandline lab report: results of lab run as one page with charts.
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "commands.hpp"
#include "report/report.hpp"
#include "report/report_file.hpp"
#include "results/results_file.hpp"

namespace strandline::app {
namespace {

struct ReportArguments {
  std::vector<std::string> inputs;
  std::string output;
  bool overwrite = false;
};

void run_report(const ReportArguments& arguments) {
  const bool to_stdout = arguments.output == "-";
  // Before the work, so that nobody waits for a refusal.
  if (!to_stdout) lab::check_report_path(arguments.output, arguments.inputs, arguments.overwrite);
  std::vector<lab::Results> runs;
  for (const std::string& input : arguments.inputs) {
    std::vector<lab::Results> more = lab::read_results(input);
    std::ranges::move(more, std::back_inserter(runs));
  }
  const std::string page = lab::make_report(runs);
  if (to_stdout) {
    fmt::print("{}", page);
  } else {
    lab::write_report(arguments.output, page, arguments.overwrite);
  }
}

}  // namespace

void add_report_command(CLI::App& lab) {
  const auto arguments = std::make_shared<ReportArguments>();
  CLI::App* command =
      lab.add_subcommand("report", "Make one page of HTML, with charts and tables, of what lab run found");
  command
      ->add_option("FILE", arguments->inputs,
                   "Files that lab run --json wrote; those of several cards or days stand side by side")
      ->required()
      ->type_name("");
  command->add_option("-o,--output", arguments->output, "The page to write; - is stdout")
      ->required()
      ->type_name("REPORT.html");
  command->add_flag("--overwrite", arguments->overwrite, "Replace the page when it exists");
  command->callback([arguments] { run_report(*arguments); });
}

}  // namespace strandline::app
