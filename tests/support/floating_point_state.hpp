// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The floating-point state of a thread, as programs that call the library may have set it.
#pragma once

#include <cfenv>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace strandline::test {

struct FloatingPointState {
  int rounding = FE_TONEAREST;
  bool flushes_results = false;   ///< FTZ; where there is only one switch for both, it is this one
  bool flushes_operands = false;  ///< DAZ
  bool traps = false;             ///< on every exception, with some flagged already
};

inline std::ostream& operator<<(std::ostream& out, const FloatingPointState& state) {
  const char* rounding = state.rounding == FE_DOWNWARD     ? "down"
                         : state.rounding == FE_UPWARD     ? "up"
                         : state.rounding == FE_TOWARDZERO ? "to zero"
                                                           : "to nearest";
  return out << "rounding " << rounding << (state.flushes_results ? ", FTZ" : "")
             << (state.flushes_operands ? ", DAZ" : "") << (state.traps ? ", trapping" : "");
}

inline std::vector<FloatingPointState> all_floating_point_states() {
  std::vector<FloatingPointState> states;
  for (const int rounding : {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
    for (const bool results : {false, true}) {
      for (const bool operands : {false, true}) {
        for (const bool traps : {false, true}) states.push_back({rounding, results, operands, traps});
      }
    }
  }
  return states;
}

/// All that a thread can be set to, and what is flagged.
using FloatingPointRegisters = std::vector<std::uint64_t>;

inline FloatingPointRegisters floating_point_registers() {
#if defined(__x86_64__)
  std::uint16_t control = 0;
  std::uint16_t status = 0;
  asm volatile("fnstcw %0" : "=m"(control));
  asm volatile("fnstsw %0" : "=m"(status));
  return {_mm_getcsr(), control, status};
#else
  FloatingPointRegisters registers((sizeof(std::fenv_t) + 7) / 8);
  std::fenv_t environment = {};
  std::fegetenv(&environment);
  std::memcpy(registers.data(), &environment, sizeof(environment));
  return registers;
#endif
}

/// Sets the calling thread to `state` while it lives, and then to what programs start with.
class SetFloatingPoint {
 public:
  explicit SetFloatingPoint(const FloatingPointState& state) {
    std::fesetround(state.rounding);
#if defined(__x86_64__)
    _mm_setcsr(_mm_getcsr() | (state.flushes_results ? 0x8000U : 0) | (state.flushes_operands ? 0x40U : 0));
#elif defined(__aarch64__)
    std::uint64_t control = 0;
    asm volatile("mrs %0, fpcr" : "=r"(control));
    if (state.flushes_results) control |= std::uint64_t{1} << 24;
    asm volatile("msr fpcr, %0" : : "r"(control));
#endif
    if (!state.traps) return;
    std::feraiseexcept(FE_OVERFLOW | FE_INEXACT);
    feenableexcept(FE_ALL_EXCEPT);
  }
  ~SetFloatingPoint() { std::fesetenv(FE_DFL_ENV); }
  SetFloatingPoint(const SetFloatingPoint&) = delete;
  SetFloatingPoint& operator=(const SetFloatingPoint&) = delete;
};

}  // namespace strandline::test
