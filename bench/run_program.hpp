// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What a benchmark's main() does around its work: arguments, and one line of error with an exit status.
#pragma once

#include <cstdio>
#include <exception>
#include <functional>
#include <new>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace strandline::bench {

/// Parses the arguments and calls `run`. Returns the exit status: 1 after an exception, 2 after wrong usage.
/// `relief` tells users what to do when the system is out of memory.
inline int run_program(CLI::App& application, int argc, const char* const* argv, const std::string& relief,
                       const std::function<void()>& run) {
  const auto report_error = [&](const std::string& what, int status) {
    fmt::print(stderr, "{}: error: {}\n", application.get_name(), what);
    return status;
  };
  try {
    application.parse(argc, argv);
    run();
    return 0;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return application.exit(error);  // --help
    return report_error(fmt::format("{}, see --help", error.what()), 2);
  } catch (const std::bad_alloc&) {
    return report_error(fmt::format("the system is out of memory, {}", relief), 1);
  } catch (const std::exception& error) {
    return report_error(error.what(), 1);
  }
}

}  // namespace strandline::bench
