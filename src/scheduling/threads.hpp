// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// How many threads a caller gets.
#pragma once

#include <tbb/task_arena.h>

namespace strandline::scheduling {

/// As many threads as asked for, but no more than oneTBB allows, which is the machine's cores unless the program has
/// set another limit; 0: all of those. Throws InvalidArgument for a negative number.
int usable_threads(int asked_for);

/// An arena of usable_threads(asked_for).
tbb::task_arena make_arena(int asked_for);

/// The same, kept for the calling thread's next call: making one takes longer than a small image does. Two threads
/// never share one, so that each gets the threads that it asks for. Not for work that may call this again.
tbb::task_arena& kept_arena(int asked_for);

}  // namespace strandline::scheduling
