// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the programs share: exit statuses, and how a call ends that was wrong or went wrong.
#pragma once

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

namespace strandline::app {

inline constexpr int kFailure = 1;
inline constexpr int kUsageError = 2;
inline constexpr int kNoCard = 3;
inline constexpr int kSlower = 4;

/// One line on stderr.
void report_error(const std::string& what);

/// Parses, which runs the chosen subcommand. `name` is what users type. The exit status is `status`, which a subcommand
/// may set, unless the call is wrong.
int parse(CLI::App& application, const std::string& name, int argc, char** argv, const int& status);

/// The whole program: one line and an exit status are made of whatever is thrown.
int run_program(const std::function<int()>& program);

}  // namespace strandline::app
