// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The options that say how a picture is read, which edges and info share.
#pragma once

#include <CLI/CLI.hpp>

#include <strandline/raster.hpp>

namespace strandline::app {

/// Adds --band and --mask. `options` must outlive the command.
void add_open_options(CLI::App& command, OpenOptions& options);

}  // namespace strandline::app
