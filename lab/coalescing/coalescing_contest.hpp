// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The loads of coalescing, timed at each level of memory.
#pragma once

#include <vector>

#include "coalescing/coalescing_kernels.hpp"
#include "harness/device_arrays.hpp"
#include "harness/run.hpp"

namespace strandline::lab {

enum class Level { l1, l2, dram };
inline constexpr const char* kLevelNames[] = {"L1", "L2", "DRAM"};
constexpr const char* level_name(Level level) { return kLevelNames[static_cast<int>(level)]; }

/// The patterns that there was room for, and their times: in L1 cycles of a multiprocessor, elsewhere of calls.
struct LoadTimes {
  std::vector<LoadPattern> patterns;
  Measured measured;
};

/// Owns the memory that is loaded from beyond L1.
class LoadContest {
 public:
  explicit LoadContest(Run& run);

  /// Leaves out, and says so, what would need more memory than there is.
  LoadTimes measure(Level level, std::vector<LoadPattern> patterns);

 private:
  Measured measure_near(const std::vector<LoadPattern>& patterns);
  Contestant far_loads(Level level, const LoadPattern& pattern);
  std::int64_t chunks_of_l2(const LoadPattern& pattern) const;
  std::int64_t chunks_of_dram(const LoadPattern& pattern) const;
  bool has_room(Level level, const LoadPattern& pattern) const;
  std::int64_t window_bytes() const;

  Run& run_;
  cuda::DeviceBuffer<std::uint32_t> words_;
  cuda::DeviceBuffer<std::uint32_t> sums_;
};

}  // namespace strandline::lab
