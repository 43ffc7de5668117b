// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The subcommands. Each adds itself to the application and runs when it is chosen.
#pragma once

#include <CLI/CLI.hpp>

namespace strandline::app {

/// Exit statuses that the commands share.
inline constexpr int kFailure = 1;
inline constexpr int kUsageError = 2;
inline constexpr int kNoCard = 3;

/// `status` becomes the exit status when it is other than 0. It must outlive the application.
void add_edges_command(CLI::App& application, int& status);
void add_info_command(CLI::App& application);
void add_backends_command(CLI::App& application);
void add_lab_command(CLI::App& application, int& status);

// The verbs of `strandline lab`.
void add_list_command(CLI::App& lab);
void add_run_command(CLI::App& lab);
void add_compare_command(CLI::App& lab);
void add_report_command(CLI::App& lab);
void add_predict_command(CLI::App& lab);

}  // namespace strandline::app
