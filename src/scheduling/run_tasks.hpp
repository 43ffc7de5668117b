// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tasks of one call on the threads of the caller's oneTBB arena, undisturbed by what the caller does with oneTBB.
#pragma once

#include <cstdint>

#include <tbb/parallel_for.h>
#include <tbb/task_group.h>

#include <strandline/error.hpp>

#include "scheduling/floating_point.hpp"
#include "scheduling/task_order.hpp"

namespace strandline::scheduling {

// Places of the order of tasks. Not one for each call: a task would have to read which before it may read anything.
inline constexpr char kTasksBegin = 0;
inline constexpr char kTasksEnd = 0;

/// Calls `task` with each of [0, count), in parallel, and returns when all is done.
///
/// The tasks are a group of their own: were the caller's group cancelled, oneTBB would leave them out without a word.
template <class Task>
void run_tasks(std::int64_t count, const Task& task) {
  tbb::task_group_context group(tbb::task_group_context::isolated);
  const auto ordered_task = [&task](std::int64_t index) {
    const TaskOrder order(&kTasksBegin, &kTasksEnd);
    const DefaultFloatingPoint arithmetic;
    task(index);
  };
  give(&kTasksBegin);  // what the tasks read, the function object among it, is there from here on
  tbb::parallel_for(std::int64_t{0}, count, ordered_task, group);
  take(&kTasksEnd);
  if (group.is_group_execution_cancelled()) throw Cancelled();
}

}  // namespace strandline::scheduling
