// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// strandline lab: the verbs about what a GPU's memory spaces charge.
#include "commands.hpp"
#include "terminal.hpp"

namespace strandline::app {

void add_lab_command(CLI::App& application, int& status) {
  CLI::App* lab =
      application.add_subcommand("lab", "Measure and predict what access patterns cost in a GPU's memory spaces");
  lab->require_subcommand(0, 1);
  add_list_command(*lab);
  add_run_command(*lab);
  add_report_command(*lab);
  add_compare_command(*lab);
  add_predict_command(*lab);
  lab->callback([lab, &status] {
    if (!lab->get_subcommands().empty()) return;
    say(lab->help("strandline"));
    status = kUsageError;
  });
}

}  // namespace strandline::app
