// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The loads of coalescing as contestants that check themselves.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "coalescing/coalescing_kernels.hpp"
#include "harness/device_arrays.hpp"
#include "harness/run.hpp"

namespace strandline::lab {

enum class Level { l1, l2, dram };
std::string_view level_name(Level level);

struct Loads {
  LoadPattern pattern;
  std::int64_t requests = 0;  ///< of a multiprocessor in L1, of the whole card elsewhere
  Contestant contestant;
};

/// Owns the memory that is loaded from.
class LoadContest {
 public:
  explicit LoadContest(Run& run);

  /// Leaves out, and says so, what would need more memory than there is.
  std::vector<Loads> loads(Level level, const std::vector<LoadPattern>& patterns);

 private:
  Loads near_loads(const LoadPattern& pattern);
  Loads far_loads(Level level, const LoadPattern& pattern);
  std::int64_t near_turns(const LoadPattern& pattern) const;
  std::int64_t chunks_of_l2(const LoadPattern& pattern) const;
  std::int64_t chunks_of_dram(const LoadPattern& pattern) const;
  bool has_room(Level level, const LoadPattern& pattern) const;
  std::int64_t window_bytes() const;
  double median_cycles();

  Run& run_;
  cuda::DeviceBuffer<std::uint32_t> words_;
  cuda::DeviceBuffer<std::uint32_t> sums_;
  cuda::DeviceBuffer<std::int64_t> cycles_;
};

}  // namespace strandline::lab
