// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Reading regions again and again, as contestants that check the sum of all that they have read.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/device_arrays.hpp"
#include "harness/run.hpp"
#include "probes/stream_probe_kernels.hpp"

namespace strandline::lab {

struct StreamCase {
  StreamSpace space = StreamSpace::global_past_l1;
  std::int64_t region_bytes = 0;  ///< of each multiprocessor, but for StreamSpace::global_past_l1: of all together
};

class StreamProbe {
 public:
  /// Each call reads at least `traffic_bytes` and each region at least once.
  StreamProbe(Run& run, const std::vector<StreamCase>& cases, std::int64_t traffic_bytes);

  Measured measure();
  double gb_per_s(std::size_t i, const Summary& summary) const;

 private:
  Contestant contestant(const StreamLaunch& launch);
  double bytes_of(const StreamLaunch& launch) const;

  Run& run_;
  std::vector<StreamLaunch> launches_;
  cuda::DeviceBuffer<std::uint32_t> words_;
  cuda::DeviceBuffer<std::uint32_t> sum_{1};
};

}  // namespace strandline::lab
