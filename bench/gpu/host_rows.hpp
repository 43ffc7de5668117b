// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Rows about images that lie in host memory and go through the card: the bus is what limits them.
#pragma once

#include "report.hpp"

namespace strandline::bench {

/// u8 and f32, from page-locked and from ordinary memory, against the same bytes copied in and out with no kernel.
void host_rows(Report& report, const Selection& selection);

}  // namespace strandline::bench
