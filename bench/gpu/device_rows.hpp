// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Rows about images that lie in device memory.
#pragma once

#include "report.hpp"

namespace strandline::bench {

/// Every pixel type, border and nodata at 16384 x 16384, called on a stream.
void device_rows(Report& report, const Selection& selection);

/// u8 of 256 x 256 to 32768 x 32768, called from a graph. Warm: what fits the cache is found there.
void graph_rows(Report& report, const Selection& selection);

}  // namespace strandline::bench
