// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// strandline lab run: runs experiments on this machine's card; a table on stdout, JSON lines into a file.
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <strandline/error.hpp>

#include "choice.hpp"
#include "commands.hpp"
#include "results/json_lines.hpp"
#include "results/result_table.hpp"
#include "run_experiments.hpp"
#include "terminal.hpp"

namespace strandline::app {
namespace {

struct RunArguments {
  std::vector<std::string> names;
  std::vector<std::string> sizes;
  std::string json;
  bool overwrite = false;
  lab::RunOptions options;
};

/// Says on stderr how far the run is, and what failed, since nobody may be looking at stdout.
class Notes final : public lab::ResultSink {
 public:
  explicit Notes(std::size_t experiments) : experiments_(experiments) {}

  void begin_run(const lab::Json&) override {}
  void begin_experiment(const lab::Description& description, const lab::Json&) override {
    name_ = description.name;
    say(fmt::format("strandline: {} ({} of {})\n", name_, ++begun_, experiments_));
  }
  void row(const lab::Row&) override {}
  void gate(const lab::Gate& gate) override {
    if (gate.passed) return;
    warn(fmt::format("the gate '{}' failed: {}", gate.name, gate.detail));
  }
  void verdict(const std::string&) override {}
  void skipped(const std::string&) override {}
  void failure(const std::string& what) override { warn(what); }
  void end_experiment() override {}

  const std::vector<std::string>& failed() const { return failed_; }

 private:
  void warn(const std::string& what) {
    say(fmt::format("strandline: warning: {}: {}\n", name_, what));
    if (failed_.empty() || failed_.back() != name_) failed_.push_back(name_);
  }

  std::size_t experiments_;
  std::size_t begun_ = 0;
  std::string name_;
  std::vector<std::string> failed_;
};

void run_lab(const RunArguments& arguments) {
  const std::vector<lab::Choice> choices =
      lab::choose_sizes(lab::find_descriptions(arguments.names), arguments.sizes, arguments.options.quick);
  const auto notes = std::make_shared<Notes>(choices.size());
  std::vector<std::shared_ptr<lab::ResultSink>> sinks = {notes};
  // The file before the table: a terminal that has gone must not cost a line.
  if (!arguments.json.empty()) sinks.push_back(std::make_shared<lab::JsonLines>(arguments.json, arguments.overwrite));
  if (arguments.json != "-") sinks.push_back(std::make_shared<lab::ResultTable>(std::cout));
  if (lab::run_experiments(choices, arguments.options, sinks)) return;
  throw Error(fmt::format("the figures are not to be relied on, in {}, see the warnings above",
                          fmt::join(notes->failed(), ", ")));
}

}  // namespace

void add_run_command(CLI::App& lab, int& status) {
  const auto arguments = std::make_shared<RunArguments>();
  CLI::App* command = lab.add_subcommand("run", "Run experiments on this machine's card and check what they measure");
  command->add_option("NAME", arguments->names, "Experiments as lab list names them, or all")
      ->required()
      ->type_name("");
  command
      ->add_option(
          "--size", arguments->sizes,
          "Change a size of all chosen experiments that have it, or of one with EXPERIMENT.NAME=LIST; a list is "
          "such as 1024, 1,2,32 or 1..33")
      ->type_name("NAME=LIST")
      ->allow_extra_args(false);
  command->add_option("--device", arguments->options.device, "Which card, of several, as CUDA numbers them")
      ->type_name("N")
      ->capture_default_str();
  command->add_flag("--samples", arguments->options.keep_samples, "Keep each sample in FILE, not their summary alone");
  command->add_flag("--quick", arguments->options.quick, "Small sizes and few samples: shows that it works");
  command->add_option("--json", arguments->json, "Write JSON lines as results come; - writes them instead of the table")
      ->type_name("FILE");
  command->add_flag("--overwrite", arguments->overwrite, "Replace FILE when it exists");
  command->add_option("--commit", arguments->options.commit, "The commit that this was built from, for the record")
      ->type_name("TEXT");
  command
      ->add_option("--pictures", arguments->options.pictures_folder,
                   "A folder for the pictures of experiments that make some")
      ->check(CLI::ExistingDirectory.description(""))
      ->type_name("DIR");
  command->callback([arguments, &status] {
    try {
      run_lab(*arguments);
    } catch (const lab::NoCard& error) {
      report_error(error.what());
      status = kNoCard;
    }
  });
}

}  // namespace strandline::app
