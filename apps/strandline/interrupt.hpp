// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Ctrl-C and its kin as a stop token.
#pragma once

#include <atomic>
#include <csignal>
#include <optional>
#include <stop_token>
#include <thread>

namespace strandline::app {

/// While it lives, SIGINT, SIGTERM and SIGHUP request a stop instead of ending the process; a second one ends it at
/// once. One that the parent process has set to be ignored stays ignored. Create it before any other thread is started,
/// since threads inherit the blocked signals. The constructor throws OutOfMemory when no thread can be had.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return stop_.get_token(); }

  /// 128 + signal number, as shells report it, once a signal has come.
  std::optional<int> exit_status() const;

 private:
  void wait_for_signals();

  sigset_t signals_;
  sigset_t previous_mask_;
  std::stop_source stop_;
  std::atomic<int> signal_ = 0;
  std::atomic<bool> is_ending_ = false;
  std::thread waiter_;
};

}  // namespace strandline::app
