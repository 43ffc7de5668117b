// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Not there yet.
#include "harness/run.hpp"

namespace strandline::lab {

void run_constant_api(Run&) { throw Unsupported("this experiment is not there yet"); }

}  // namespace strandline::lab
