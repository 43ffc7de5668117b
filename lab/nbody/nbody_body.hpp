// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What attracts and what comes of it, as they lie in memory.
#pragma once

namespace strandline::lab {

/// Takes one 16-byte access.
struct alignas(16) Body {
  float x = 0;
  float y = 0;
  float z = 0;
  float mass = 0;
};

struct alignas(16) Acceleration {
  float x = 0;
  float y = 0;
  float z = 0;
  float unused = 0;  ///< written as 0
};

}  // namespace strandline::lab
