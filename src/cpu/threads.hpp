// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// How many threads a caller gets.
#pragma once

#include <tbb/task_arena.h>

namespace strandline::cpu {

/// As many threads as asked for, but no more than the machine has cores; 0: as many as it has. More would only take
/// turns. Throws InvalidArgument for a negative number.
int usable_threads(int asked_for);

/// An arena of usable_threads(asked_for).
tbb::task_arena make_arena(int asked_for);

}  // namespace strandline::cpu
