// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// How many threads a caller gets.
#include "scheduling/threads.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <tbb/global_control.h>

#include <strandline/error.hpp>

namespace strandline::scheduling {

int usable_threads(int asked_for) {
  if (asked_for < 0) {
    throw InvalidArgument(fmt::format("{} threads make no sense, give 0 for all or a number above", asked_for));
  }
  // A program that embeds us may have set its own limit, above the cores or below.
  const auto allowed =
      static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
  return asked_for == 0 ? allowed : std::min(asked_for, allowed);
}

tbb::task_arena make_arena(int asked_for) { return tbb::task_arena(usable_threads(asked_for)); }

tbb::task_arena& kept_arena(int asked_for) {
  thread_local std::optional<tbb::task_arena> arena;
  const int threads = usable_threads(asked_for);
  if (!arena || arena->max_concurrency() != threads) arena.emplace(threads);
  return *arena;
}

}  // namespace strandline::scheduling
