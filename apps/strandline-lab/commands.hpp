// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The verbs of the lab. Each adds itself to the application and runs when it is chosen.
#pragma once

#include "command_line.hpp"

namespace strandline::app {

/// `status` becomes the exit status when it is other than 0. It must outlive the application.
void add_list_command(CLI::App& lab);
void add_run_command(CLI::App& lab, int& status);
void add_compare_command(CLI::App& lab, int& status);
void add_report_command(CLI::App& lab);
void add_summary_command(CLI::App& lab);
void add_predict_command(CLI::App& lab);

}  // namespace strandline::app
