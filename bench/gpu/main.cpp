// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// strandline_gpu_bench: edges on a card against a copy of the same bytes, NPP, the bus and the CPU.
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <strandline/backend.hpp>
#include <strandline/error.hpp>

#include "auto_rows.hpp"
#include "measuring/device_clock.hpp"
#include "device_rows.hpp"
#include "host_rows.hpp"
#include "report.hpp"
#include "run_program.hpp"
#include "start_up_rows.hpp"

namespace {

using namespace strandline;
using namespace strandline::bench;

struct Options {
  Selection selection;
  std::string json;
  std::string commit = "unknown";
  std::string digest = "unknown";
  std::string first_run;
};

void add_options(CLI::App& application, Options& options) {
  application.add_option("--json", options.json, "Write one JSON object a row to this file, replacing it");
  application.add_option("--only", options.selection.only, "Take only the rows whose name has this in it");
  application.add_flag("--quick", options.selection.quick, "Few rows and rounds: shows that it works, not how fast");
  application.add_option("--commit", options.commit, "The commit to name in the JSON lines");
  application.add_option("--digest", options.digest, "What bench/gpu/source_digest.py prints, for the JSON lines");
  application.add_option("--first-run", options.first_run,
                         "Only print the milliseconds of a first run on this backend");
}

bool has_cuda_backend(const Report& report) {
  try {
    choose_backend("cuda");
    return true;
  } catch (const Unsupported& error) {
    report.leave_out("host, auto and start-up", error.what());
    return false;
  }
}

void take_rows(Report& report, const Selection& selection) {
  wake_card();
  device_rows(report, selection);
  graph_rows(report, selection);
  if (!has_cuda_backend(report)) return;
  host_rows(report, selection);
  auto_rows(report, selection);
  start_up_rows(report, selection);
}

void run(const Options& options) {
  if (!options.first_run.empty()) return print_first_run_ms(options.first_run);
  Report report(options.json, gather_facts(options.commit, options.digest));
  take_rows(report, options.selection);
  if (report.failures() > 0) throw Error(fmt::format("{} rows failed, see above", report.failures()));
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App application("Measures edges on a card against a copy of the same bytes, NPP, the bus and the CPU.",
                       "strandline_gpu_bench");
  add_options(application, options);
  return run_program(application, argc, argv, "choose rows with --only", [&] { run(options); });
}
