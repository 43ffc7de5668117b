// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Signals are taken by a thread of their own: a handler could do next to nothing safely.
#include "interrupt.hpp"

#include <pthread.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include <strandline/error.hpp>

namespace strandline::app {
namespace {

// One that our parent has us ignore, as nohup does with SIGHUP and a shell script with its background jobs' SIGINT,
// stays ignored.
bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

constexpr int kEnd = SIGURG;  // wakes the waiter for the last time; one that comes from outside does nothing by default

}  // namespace

Interrupt::Interrupt() {
  sigemptyset(&signals_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (!is_ignored(signal)) sigaddset(&signals_, signal);
  }
  sigaddset(&signals_, kEnd);
  pthread_sigmask(SIG_BLOCK, &signals_, &previous_mask_);
  try {
    waiter_ = std::thread([this] { wait_for_signals(); });
  } catch (const std::system_error& error) {
    pthread_sigmask(SIG_SETMASK, &previous_mask_, nullptr);
    throw OutOfMemory(
        fmt::format("no thread to wait for signals could be started ({}), allow more processes or memory "
                    "(ulimit -u, ulimit -v) or close other programs",
                    error.code().message()));
  }
}

Interrupt::~Interrupt() {
  is_ending_ = true;
  pthread_kill(waiter_.native_handle(), kEnd);
  waiter_.join();
  pthread_sigmask(SIG_SETMASK, &previous_mask_, nullptr);
}

std::optional<int> Interrupt::exit_status() const {
  return signal_ == 0 ? std::nullopt : std::optional<int>(128 + signal_);
}

// By sigwait() and not by a signalfd: it can't fail, and files may be what the process is short of.
void Interrupt::wait_for_signals() {
  for (;;) {
    int arrived = 0;
    sigwait(&signals_, &arrived);
    if (is_ending_) return;
    if (arrived == kEnd) continue;
    if (signal_ != 0) _exit(128 + signal_);
    signal_ = arrived;
    stop_.request_stop();
  }
}

}  // namespace strandline::app
