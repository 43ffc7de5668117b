// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The harness's own kernels: they wait, read clocks and push other data out of the L2 cache.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

namespace strandline::lab {

/// Keeps one multiprocessor busy for about so many nanoseconds, while the host enqueues what is to follow at once.
void launch_spin(std::int64_t nanoseconds, cudaStream_t stream);

/// Both clocks over the same stretch of time.
struct ClockReading {
  std::int64_t cycles = 0;
  std::int64_t nanoseconds = 0;
};

/// Lets a multiprocessor count `cycles` of its clock and reads the card's timer beside it.
void launch_clock_probe(std::int64_t cycles, ClockReading* reading, cudaStream_t stream);

/// Reads all of `words` (`count` of 16 bytes), so that nothing else is left in the L2 cache. `sink` is one word,
/// which is written to only if the words are other than a memset leaves them.
void launch_read_through(const void* words, std::int64_t count, std::uint32_t* sink, cudaStream_t stream);

}  // namespace strandline::lab
