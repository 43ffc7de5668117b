// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Rows that say where --backend auto should switch: the cpu and the cuda backend on the same host images.
#pragma once

#include "report.hpp"

namespace strandline::bench {

/// u8 and f32, 64 x 64 to 16384 x 16384, in ordinary memory, all caches and the card warm. Prints from where on the
/// card was the faster one.
void auto_rows(Report& report, const Selection& selection);

}  // namespace strandline::bench
