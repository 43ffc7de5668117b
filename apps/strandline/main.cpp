// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The command: parses arguments, runs a subcommand, and turns exceptions into one line and an exit status.
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include <fmt/format.h>

#include <strandline/error.hpp>
#include <strandline/version.hpp>

#include "commands.hpp"
#include "results/report.hpp"
#include "run_experiments.hpp"
#include "terminal.hpp"

// HDF5, which most builds of GDAL bring along. Weak: where there is none, there is nothing to tell.
extern "C" __attribute__((weak)) int H5Eset_auto2(std::int64_t stack, void* function, void* data);

namespace {

using namespace strandline;

void report_error(const std::string& what) { app::say(fmt::format("strandline: error: {}\n", app::printable(what))); }

int run(int argc, char** argv) {
  CLI::App application("Finds edges in images of any size, at the speed of memory.", "strandline");
  application.set_version_flag(
      "--version",
      [] { return fmt::format("strandline {}\n{}, {}", kVersion, build_description(), lab::chart_js_description()); },
      "Print the version and what is built in");
  application.require_subcommand(1);
  int status = 0;
  app::add_edges_command(application, status);
  app::add_info_command(application);
  app::add_backends_command(application);
  app::add_lab_command(application, status);
  if (argc == 1) {
    app::say(application.help());
    return app::kUsageError;
  }
  try {
    application.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return application.exit(error);  // --help and --version
    report_error(fmt::format("{}, see `strandline --help`", error.what()));
    return app::kUsageError;
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  // A file that hits its size limit is then an error of write(), reported like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  // HDF5 would say at exit that a damaged file kept it from closing. The library puts its printer back after each call.
  if (H5Eset_auto2) H5Eset_auto2(0, nullptr, nullptr);
  try {
    const int status = run(argc, argv);
    if (std::fflush(stdout) != 0 && status == 0) {
      report_error("what was to be printed could not be written to stdout, check where it leads");
      return app::kFailure;
    }
    return status;
  } catch (const lab::NoCard& error) {
    report_error(error.what());
    return app::kNoCard;
  } catch (const std::bad_alloc&) {
    report_error("the system is out of memory, allow less with --memory or close other programs");
  } catch (const std::exception& error) {
    report_error(error.what());
  }
  return app::kFailure;
}
