// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tells the thread sanitizer in which order tasks run. It can't see that itself, since oneTBB's library, which hands the
// tasks from thread to thread, is not built for it. Without the sanitizer these functions are empty.
#pragma once

#if defined(__SANITIZE_THREAD__)
extern "C" {
void __tsan_acquire(void* address);
void __tsan_release(void* address);
}
#endif

namespace strandline::cpu {

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

/// A task that runs after what was given at `place`, and before what is taken from it.
class TaskOrder {
 public:
  explicit TaskOrder(const void* place) : place_(place) { take(place_); }
  ~TaskOrder() { give(place_); }
  TaskOrder(const TaskOrder&) = delete;
  TaskOrder& operator=(const TaskOrder&) = delete;

 private:
  const void* place_;
};

}  // namespace strandline::cpu
