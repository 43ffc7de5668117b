// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// How many threads a caller gets.
#include "scheduling/threads.hpp"

#include <algorithm>
#include <csignal>
#include <exception>
#include <latch>
#include <memory>
#include <thread>
#include <unistd.h>
#include <vector>

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

Lender<tbb::task_arena>::Loan lend_arena(int asked_for) {
  static constinit Lender<tbb::task_arena> arenas;
  const int threads = usable_threads(asked_for);
  auto arena = arenas.lend([=] { return std::make_unique<tbb::task_arena>(threads); });
  if (arena->max_concurrency() != threads) {
    arena->terminate();
    arena->initialize(threads);
  }
  return arena;
}

bool can_start_threads(int count) {
  std::latch all_tried(1);
  std::vector<pid_t> numbers(static_cast<std::size_t>(count));
  std::vector<std::thread> threads;
  threads.reserve(numbers.size());
  bool started = true;
  try {
    for (pid_t& number : numbers) {
      threads.emplace_back([&] {
        number = ::gettid();
        all_tried.wait();
      });
    }
  } catch (const std::exception&) {
    started = false;
  }
  all_tried.count_down();
  for (std::thread& thread : threads) thread.join();
  // A thread that has been joined still counts for a moment.
  for (std::size_t i = 0; i < threads.size(); ++i) {
    for (int tries = 0; tries < 10'000 && ::tgkill(::getpid(), numbers[i], 0) == 0; ++tries) std::this_thread::yield();
  }
  return started;
}

}  // namespace strandline::scheduling
