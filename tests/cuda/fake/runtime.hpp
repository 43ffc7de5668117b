// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// A stand-in for the CUDA runtime that runs streams on the CPU: as late as it may, in any order that the events allow.
//
// Nothing of a stream runs before somebody waits; then operations are taken from the streams at random. A missing
// event, a buffer used again too early or a copy that reads what has changed meanwhile then shows in the bytes.
#pragma once

#include <cstdint>
#include <string>

namespace strandline::test::fake {

/// Counts since the last reset().
struct Record {
  std::int64_t device_bytes = 0;  ///< held now
  std::int64_t most_device_bytes = 0;
  std::int64_t pinned_bytes = 0;
  std::int64_t most_pinned_bytes = 0;
  std::int64_t bytes_to_device = 0;
  std::int64_t bytes_to_host = 0;
  std::int64_t allocations = 0;
  std::int64_t kernels = 0;
  std::int64_t operations_waiting = 0;  ///< enqueued and not yet run
};

Record record();

/// Begins counting anew and sets the seed of the order in which streams run.
void reset(std::uint64_t seed);

/// The card's memory.
void set_device_capacity(std::int64_t bytes);

/// As cudaDeviceReset(): all streams and memory are gone with the context, and another begins.
void reset_device();

/// The n-th copy from now on fails (once) with an error that isn't sticky; 0: none.
void fail_copy(std::int64_t n);

}  // namespace strandline::test::fake
