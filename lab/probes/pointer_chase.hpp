// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Chains of loads as contestants that check where they have come to.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <strandline/warp_cost.hpp>

#include "harness/device_arrays.hpp"
#include "harness/run.hpp"
#include "probes/pointer_chain.hpp"
#include "probes/pointer_chase_kernels.hpp"

namespace strandline::lab {

/// One chain, and how it is followed. Loads are rounded up to whole turns.
struct ChaseCase {
  std::string name;
  ChaseSpace space = ChaseSpace::global;
  Chain chain;
  std::int64_t warm_loads = 0;  ///< before the clock is read
  std::int64_t loads = 1;
  /// What the chain's bytes are counted from, in global memory. The other spaces' chains need none.
  char* memory = nullptr;
  Toucher toucher = Toucher::one_multiprocessor;  ///< of global memory's nodes, before they are followed
  /// Enqueued when the chain is where it belongs, before it is followed.
  std::function<void(cudaStream_t)> before = {};
};

class PointerChase {
 public:
  explicit PointerChase(Run& run) : run_(run) {}
  PointerChase(const PointerChase&) = delete;
  PointerChase& operator=(const PointerChase&) = delete;

  /// Writes the chain into its memory, so that those of global memory may have no node in common unless they are equal.
  void add(ChaseCase own);

  Measured measure();
  double cycles_per_load(std::size_t i, const Summary& summary) const;

 private:
  struct Walk {
    ChaseCase own;
    cuda::DeviceBuffer<std::uint64_t> chain;
    cuda::DeviceBuffer<char> memory;  // of constant and shared memory's chains
    ChaseLaunch launch;
  };

  Contestant contestant(const Walk& walk);
  void check(const Walk& walk) const;

  Run& run_;
  std::vector<Walk> walks_;
  cuda::DeviceBuffer<std::uint64_t> zero_ = upload(std::vector<std::uint64_t>(kWarpLanes, 0));
  cuda::DeviceBuffer<std::uint64_t> ends_{kWarpLanes};
  cuda::PinnedBuffer<std::uint64_t> cycles_{1};
};

/// The cycles of a load from each node of a chain alone, out of the L2 cache, as one multiprocessor sees it. Throws
/// CheckFailed.
std::vector<double> node_latencies(Run& run, const Chain& chain, char* memory);

}  // namespace strandline::lab
