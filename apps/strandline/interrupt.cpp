// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Signals are taken by a thread of their own: a handler could do next to nothing safely.
#include "interrupt.hpp"

#include <pthread.h>
#include <unistd.h>

namespace strandline::app {

Interrupt::Interrupt() {
  sigemptyset(&signals_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals_, signal);
  pthread_sigmask(SIG_BLOCK, &signals_, &previous_mask_);
  waiter_ = std::thread([this] { wait_for_signals(); });
}

Interrupt::~Interrupt() {
  done_ = true;
  pthread_kill(waiter_.native_handle(), SIGHUP);  // wakes sigwait()
  waiter_.join();
  pthread_sigmask(SIG_SETMASK, &previous_mask_, nullptr);
}

std::optional<int> Interrupt::exit_status() const {
  return signal_ == 0 ? std::nullopt : std::optional<int>(128 + signal_);
}

void Interrupt::wait_for_signals() {
  for (;;) {
    int signal = 0;
    sigwait(&signals_, &signal);
    if (done_) return;
    if (signal_ != 0) _exit(128 + signal_);
    signal_ = signal;
    stop_.request_stop();
  }
}

}  // namespace strandline::app
