// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Stands in for malloc and its like in the whole program: counts what is asked for, and refuses it when told to.
#pragma once

#include <atomic>
#include <cstdint>

namespace strandline::test {

extern std::atomic<std::int64_t> allocations;

/// How many more allocations are granted before one is refused; below 0: all are.
extern std::atomic<std::int64_t> allocations_until_refusal;

}  // namespace strandline::test
