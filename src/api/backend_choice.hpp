// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The rule of `--backend auto`: which backend is done first, by an estimate from a few measured figures.
#pragma once

#include <array>
#include <cstdint>

#include <strandline/backend.hpp>

namespace strandline::api {

/// What the estimate rests on. Rates are bytes or pixels a second, times are seconds. Measured with an H200 and 16
/// threads (rows auto/, host/ and start-up/ of evidence/), but for the CPU backend's own rate, which is that of
/// README's machine, and for what one thread copies, which is a guess.
struct ChoiceFigures {
  /// Pixels a second of one thread of the CPU backend: u8, u16, f32.
  std::array<double, 3> cpu_pixels_thread = {3.1e9, 2.4e9, 1.7e9};
  /// Bytes a second that all threads together read and write.
  double host_memory = 60e9;
  /// Bytes a second that one thread copies from pageable to page-locked memory or back.
  double staging_thread = 10e9;
  /// Bytes a second between host and card, each way; both ways at once.
  double pcie = 50e9;
  /// Until a process that has not used the card yet can: context and kernels loaded.
  double context_seconds = 0.14;
  /// Launches, events and waiting of a call, whatever its size.
  double call_seconds = 25e-6;
};

/// Seconds until the output is in host memory. Reading and writing files is the same for both and left out.
double cpu_seconds(const Workload& work, const ChoiceFigures& figures = {});

/// As cpu_seconds(). `is_ready`: the process has used the card before.
///
///     (is_ready ? 0 : context) + call + max(rows in / pcie, rows out / pcie, pageable ? all rows / staging : 0)
///
/// with rows as long as on the card, where they begin at multiples of 128 bytes.
double cuda_seconds(const Workload& work, bool is_ready, const ChoiceFigures& figures = {});

/// Strictly: where both are the same the CPU backend is chosen, as for a workload of no pixels.
bool cuda_is_quicker(const Workload& work, bool is_ready, const ChoiceFigures& figures = {});

}  // namespace strandline::api
