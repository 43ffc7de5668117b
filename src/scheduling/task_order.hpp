// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tells the thread sanitizer in which order tasks run. It can't see that itself, since oneTBB's library, which hands
// the tasks from thread to thread, is not built for it. Without the sanitizer these functions are empty.
#pragma once

#if defined(__SANITIZE_THREAD__)
extern "C" {
void __tsan_acquire(void* address);
void __tsan_release(void* address);
}
#endif

namespace strandline::scheduling {

/// What was done before give() at one `place` is done when take() at it returns.
inline void give([[maybe_unused]] const void* place) {
#if defined(__SANITIZE_THREAD__)
  __tsan_release(const_cast<void*>(place));
#endif
}

inline void take([[maybe_unused]] const void* place) {
#if defined(__SANITIZE_THREAD__)
  __tsan_acquire(const_cast<void*>(place));
#endif
}

/// A task that runs after what was given at one place, and gives at another when it ends, also by an exception.
class TaskOrder {
 public:
  TaskOrder(const void* taken_from, const void* given_at) : given_at_(given_at) { take(taken_from); }
  ~TaskOrder() { give(given_at_); }
  TaskOrder(const TaskOrder&) = delete;
  TaskOrder& operator=(const TaskOrder&) = delete;

 private:
  const void* given_at_;
};

}  // namespace strandline::scheduling
