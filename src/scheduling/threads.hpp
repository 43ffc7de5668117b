// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// How many threads a caller gets.
#pragma once

#include <tbb/task_arena.h>

#include "scheduling/lender.hpp"

namespace strandline::scheduling {

/// As many threads as asked for, but no more than oneTBB allows, which is the machine's cores unless the program has
/// set another limit; 0: all of those. Throws InvalidArgument for a negative number.
int usable_threads(int asked_for);

/// An arena of usable_threads(asked_for).
tbb::task_arena make_arena(int asked_for);

/// The same, lent: making one takes longer than a small image does. Two calls never share one, so that each gets the
/// threads that it asks for.
Lender<tbb::task_arena>::Loan lend_arena(int asked_for);

/// Whether that many more threads can be had at once. Some libraries wait for ever for those that they can't start.
bool can_start_threads(int count);

}  // namespace strandline::scheduling
