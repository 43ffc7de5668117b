// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The arithmetic that the contract speaks of, whatever the program that calls the library has set for its own.
#pragma once

#if defined(__x86_64__)
#include <cstdint>
#else
#include <cfenv>
#endif

namespace strandline::scheduling {

/// While it lives, its thread rounds to nearest-even, keeps subnormals and traps no exception, as docs/arithmetic.md
/// wants. Then all is as it was before, the exceptions that were flagged included. Takes some nanoseconds.
///
/// Each task needs one of its own: oneTBB runs tasks with the settings of the thread that made the arena.
class DefaultFloatingPoint {
 public:
  DefaultFloatingPoint();
  ~DefaultFloatingPoint();
  DefaultFloatingPoint(const DefaultFloatingPoint&) = delete;
  DefaultFloatingPoint& operator=(const DefaultFloatingPoint&) = delete;

 private:
#if defined(__x86_64__)
  std::uint32_t vector_state_;  // MXCSR
  std::uint16_t x87_control_;   // which strtod() and from_chars() look up the rounding in
  std::uint16_t x87_status_;
#else
  std::fenv_t state_;
#endif
};

}  // namespace strandline::scheduling
