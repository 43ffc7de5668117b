// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The arithmetic that the contract speaks of. Not inline, or compilers would move arithmetic across the change.
#include "scheduling/floating_point.hpp"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace strandline::scheduling {

#if defined(__x86_64__)

// <cfenv> does the same in hundreds of cycles, which a small image would feel: registers are read first, and written
// only when something is to change. Bits are those of Intel's manual, volume 1, 8.1 and 10.2.3.
namespace {

constexpr std::uint32_t kVectorFlags = 0x3F;
constexpr std::uint32_t kVectorDefault = 0x1F80;  // all masked, to nearest-even, neither FTZ nor DAZ
constexpr std::uint16_t kX87Default = 0x037F;     // all masked, to nearest-even, 64 bits of precision
constexpr std::uint16_t kX87StatusKept = 0x7F00;  // all but the flags and what sums them up

struct X87Environment {
  std::uint16_t control, reserved1;
  std::uint16_t status, reserved2;
  std::uint32_t others[5];
};

std::uint16_t x87_status() {
  std::uint16_t status = 0;
  asm volatile("fnstsw %0" : "=m"(status));
  return status;
}

// By way of the whole environment: fldcw would stumble over a flagged exception that the caller has unmasked since.
void set_x87(std::uint16_t control, std::uint16_t status) {
  X87Environment environment;
  asm volatile("fnstenv %0" : "=m"(environment));
  environment.control = control;
  environment.status = status;
  asm volatile("fldenv %0" : : "m"(environment));
}

}  // namespace

DefaultFloatingPoint::DefaultFloatingPoint() : vector_state_(_mm_getcsr()), x87_status_(x87_status()) {
  asm volatile("fnstcw %0" : "=m"(x87_control_));
  if ((vector_state_ & ~kVectorFlags) != kVectorDefault) _mm_setcsr(kVectorDefault);
  if (x87_control_ != kX87Default) set_x87(kX87Default, x87_status_ & kX87StatusKept);
}

DefaultFloatingPoint::~DefaultFloatingPoint() {
  if (x87_control_ != kX87Default || x87_status() != x87_status_) set_x87(x87_control_, x87_status_);
  if (_mm_getcsr() != vector_state_) _mm_setcsr(vector_state_);
}

#else

DefaultFloatingPoint::DefaultFloatingPoint() {
  std::fegetenv(&state_);
  std::fesetenv(FE_DFL_ENV);
}

DefaultFloatingPoint::~DefaultFloatingPoint() { std::fesetenv(&state_); }

#endif

}  // namespace strandline::scheduling
