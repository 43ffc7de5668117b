// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Not there yet.
#include "harness/run.hpp"

namespace strandline::lab {

void run_l2_persistence(Run&) { throw Unsupported("this experiment is not there yet"); }

}  // namespace strandline::lab
