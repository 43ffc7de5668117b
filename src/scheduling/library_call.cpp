// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What is thrown when memory is exhausted: made while there is some, since its copies share the text.
#include "scheduling/library_call.hpp"

#include <strandline/error.hpp>

namespace strandline::scheduling {
namespace {

const OutOfMemory& exhausted() {
  // Never destroyed: calls may come while the process ends.
  static const auto& error = *new OutOfMemory(
      "the process gets no more memory for a call of the library, free some, allow it more or use fewer threads");
  return error;
}

[[maybe_unused]] const OutOfMemory& made_at_start = exhausted();

}  // namespace

void throw_out_of_memory() { throw OutOfMemory(exhausted()); }

}  // namespace strandline::scheduling
