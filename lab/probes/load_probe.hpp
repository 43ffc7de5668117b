// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The load probe: rows of a table, each a warp's loads from one memory, as contestants that check themselves.
#pragma once

#include <vector>

#include "harness/run.hpp"
#include "probes/load_probe_kernels.hpp"
#include "probes/load_probe_row.hpp"

namespace strandline::lab {

/// Who runs each row, and what is timed.
struct LoadShape {
  int warps = 1;  ///< of each block
  std::int64_t blocks = 1;
  std::int64_t words = 0;  ///< that global rows lie in, and each block's shared memory
  int warm_turns = 0;
  /// Whether times are a block's cycles by the kernel's own clock, the median over blocks, else those of calls.
  bool by_own_clock = true;
};

class LoadProbe {
 public:
  LoadProbe(Run& run, const LoadShape& shape, std::vector<LoadRow> rows);
  // Contestants point into it.
  LoadProbe(const LoadProbe&) = delete;
  LoadProbe& operator=(const LoadProbe&) = delete;

  const std::vector<LoadRow>& rows() const { return rows_; }
  Measured measure();
  /// That are in a time: of a block by its own clock, of all blocks otherwise.
  double requests(std::size_t row) const;

 private:
  LoadLaunch launch_of(std::size_t row) const;
  Contestant contestant(std::size_t row);
  void check(std::size_t row) const;
  double median_cycles() const;

  Run& run_;
  LoadShape shape_;
  std::vector<LoadRow> rows_;
  cuda::DeviceBuffer<std::uint32_t> words_;
  cuda::DeviceBuffer<std::uint32_t> step_;
  std::vector<cuda::DeviceBuffer<std::uint32_t>> offsets_;
  cuda::DeviceBuffer<std::uint32_t> sums_;
  cuda::DeviceBuffer<LoadSpan> spans_;
};

}  // namespace strandline::lab
