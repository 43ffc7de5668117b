// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The subcommands. Each adds itself to the application and runs when it is chosen.
#pragma once

#include "command_line.hpp"

namespace strandline::app {

/// `status` becomes the exit status when it is other than 0. It must outlive the application.
void add_edges_command(CLI::App& application, int& status);
void add_info_command(CLI::App& application);
void add_backends_command(CLI::App& application);
/// `argv` is the program's, all of it.
void add_lab_command(CLI::App& application, char** argv);

}  // namespace strandline::app
