// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The command strandline-lab, which users start as `strandline lab`.
#include <fmt/format.h>

#include <strandline/error.hpp>
#include <strandline/version.hpp>

#include "commands.hpp"
#include "report/report.hpp"

namespace {

using namespace strandline;

constexpr const char* kName = "strandline lab";

int run(int argc, char** argv) {
  CLI::App application("Measures and predicts what access patterns cost in a GPU's memory spaces.", kName);
  application.set_version_flag(
      "--version",
      [] {
        return fmt::format("strandline-lab {}\n{}, {}", kVersion, build_description(), lab::chart_js_description());
      },
      "Print the version and what is built in");
  application.require_subcommand(0, 1);  // one at least would be asked for where a verb is misspelt
  application.callback([&application] {
    if (application.get_subcommands().empty()) throw CLI::RequiredError("A verb");
  });
  int status = 0;
  app::add_list_command(application);
  app::add_run_command(application, status);
  app::add_summary_command(application);
  app::add_report_command(application);
  app::add_compare_command(application, status);
  app::add_predict_command(application);
  try {
    return app::parse(application, kName, argc, argv, status);
  } catch (const InvalidArgument& error) {  // of what was asked for, in whichever verb
    app::report_error(error.what());
    return app::kUsageError;
  }
}

}  // namespace

int main(int argc, char** argv) {
  return strandline::app::run_program([&] { return run(argc, argv); });
}
