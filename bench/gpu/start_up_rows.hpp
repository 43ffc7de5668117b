// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Rows about what the first call of a process costs.
#pragma once

#include <string>

#include "report.hpp"

namespace strandline::bench {

/// The first run of the cuda and of the cpu backend on 1024 x 1024 u8, each in fresh processes of this program.
void start_up_rows(Report& report, const Selection& selection);

/// What such a process does: prints the milliseconds of its first run on `backend`.
void print_first_run_ms(const std::string& backend);

}  // namespace strandline::bench
