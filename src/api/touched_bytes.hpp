// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Whether two images in one piece of memory touch the same bytes.
#pragma once

#include <cstdint>

namespace strandline::api {

/// Rows of `row_bytes` each, any stride apart; one row and one byte at least.
struct TouchedBytes {
  std::intptr_t first = 0;
  std::int64_t rows = 0;
  std::int64_t row_bytes = 0;
  std::int64_t stride_bytes = 0;
};

/// Whether some byte belongs to a row of both. What lies between the rows belongs to nobody, so two halves of one
/// canvas don't overlap. The rows of `output` must lie apart from each other. Takes no longer for more rows, but for a
/// logarithm.
bool overlap(TouchedBytes output, TouchedBytes input);

}  // namespace strandline::api
