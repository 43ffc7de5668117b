// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Signals are taken by a thread of their own: a handler could do next to nothing safely.
#include "interrupt.hpp"

#include <array>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <sys/eventfd.h>
#include <sys/signalfd.h>

namespace strandline::app {
namespace {

// One that our parent has us ignore, as nohup does with SIGHUP and a shell script with its background jobs' SIGINT,
// stays ignored.
bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

Interrupt::Interrupt() {
  sigemptyset(&signals_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (!is_ignored(signal)) sigaddset(&signals_, signal);
  }
  pthread_sigmask(SIG_BLOCK, &signals_, &previous_mask_);
  arrivals_ = signalfd(-1, &signals_, SFD_CLOEXEC);
  end_ = eventfd(0, EFD_CLOEXEC);
  waiter_ = std::thread([this] { wait_for_signals(); });
}

Interrupt::~Interrupt() {
  eventfd_write(end_, 1);
  waiter_.join();
  close(arrivals_);
  close(end_);
  pthread_sigmask(SIG_SETMASK, &previous_mask_, nullptr);
}

std::optional<int> Interrupt::exit_status() const {
  return signal_ == 0 ? std::nullopt : std::optional<int>(128 + signal_);
}

void Interrupt::wait_for_signals() {
  std::array<pollfd, 2> events = {pollfd{arrivals_, POLLIN, 0}, pollfd{end_, POLLIN, 0}};
  for (;;) {
    if (poll(events.data(), events.size(), -1) < 0) continue;
    if (events[1].revents != 0) return;
    signalfd_siginfo arrival;
    if (read(arrivals_, &arrival, sizeof(arrival)) != sizeof(arrival)) continue;
    if (signal_ != 0) _exit(128 + signal_);
    signal_ = static_cast<int>(arrival.ssi_signo);
    stop_.request_stop();
  }
}

}  // namespace strandline::app
