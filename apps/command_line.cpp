// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the programs share: exit statuses, and how a call ends that was wrong or went wrong.
#include "command_line.hpp"

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include <fmt/format.h>

#include "terminal.hpp"

namespace strandline::app {

int parse(CLI::App& application, const std::string& name, int argc, char** argv, const int& status) {
  if (argc == 1) {
    say(application.help());
    return kUsageError;
  }
  try {
    application.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return application.exit(error);  // --help and --version
    report_error(fmt::format("{}, see `{} --help`", error.what(), name));
    return kUsageError;
  }
  return status;
}

void report_error(const std::string& what) { say(fmt::format("strandline: error: {}\n", printable(what))); }

int run_program(const std::function<int()>& program) {
  // A file that hits its size limit is then an error of write(), reported like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    const int ended = program();
    if (std::fflush(stdout) != 0 && ended == 0) {
      report_error("what was to be printed could not be written to stdout, check where it leads");
      return kFailure;
    }
    return ended;
  } catch (const std::bad_alloc&) {
    report_error("the system is out of memory, allow less with --memory or close other programs");
  } catch (const std::exception& error) {
    report_error(error.what());
  }
  return kFailure;
}

}  // namespace strandline::app
