// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What holds for every call of the library, whatever it does.
#pragma once

#include <new>
#include <stdexcept>

#include "scheduling/floating_point.hpp"

namespace strandline::scheduling {

/// Takes no memory.
[[noreturn]] void throw_out_of_memory();

/// Does what a public function is called for, with the contract's arithmetic, and tells of exhausted memory by
/// OutOfMemory. A size that no vector can have is more than any memory, too.
template <class Function>
decltype(auto) library_call(const Function& function) {
  const DefaultFloatingPoint arithmetic;
  try {
    return function();
  } catch (const std::bad_alloc&) {
    throw_out_of_memory();
  } catch (const std::length_error&) {
    throw_out_of_memory();
  }
}

}  // namespace strandline::scheduling
