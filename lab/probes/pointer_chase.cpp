// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Chains of loads as contestants that check where they have come to.
#include "probes/pointer_chase.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace strandline::lab {
namespace {

int turns_for(std::int64_t loads) { return static_cast<int>((loads + kChaseLoadsATurn - 1) / kChaseLoadsATurn); }

bool is_global(ChaseSpace space) { return space == ChaseSpace::global || space == ChaseSpace::global_past_l1; }

std::int64_t footprint_of(const Chain& chain) {
  return static_cast<std::int64_t>(std::ranges::max(chain) + sizeof(std::uint32_t));
}

}  // namespace

void PointerChase::add(ChaseCase own) {
  Walk walk;
  walk.chain = upload(own.chain);
  const bool has_memory = is_global(own.space);
  if (!has_memory) walk.memory = cuda::DeviceBuffer<char>(footprint_of(own.chain));
  walk.launch = {.space = own.space,
                 .chain = walk.chain.data(),
                 .nodes = walk.chain.size(),
                 .memory = has_memory ? own.memory : walk.memory.data(),
                 .footprint_bytes = has_memory ? 0 : footprint_of(own.chain),
                 .zero = zero_.data(),
                 .ends = ends_.data(),
                 .cycles = cycles_.data(),
                 .warm_turns = turns_for(own.warm_loads),
                 .turns = turns_for(own.loads)};
  // Where there is no node, what lies there leads out of the space, so that a wrong step isn't taken for a right one.
  if (!has_memory) poison(walk.memory, run_.stream());
  launch_write_chain(walk.launch, run_.stream());
  walk.own = std::move(own);
  walks_.push_back(std::move(walk));
}

Measured PointerChase::measure() {
  std::vector<Contestant> contestants;
  for (const Walk& walk : walks_) contestants.push_back(contestant(walk));
  return run_.measure(contestants);
}

double PointerChase::cycles_per_load(std::size_t i, const Summary& summary) const {
  return summary.median / (static_cast<double>(walks_[i].launch.turns) * kChaseLoadsATurn);
}

Contestant PointerChase::contestant(const Walk& walk) {
  return {.name = walk.own.name,
          .enqueue =
              [&walk](cudaStream_t stream) {
                if (walk.own.space == ChaseSpace::constant) copy_chain_to_constant(walk.launch, stream);
                if (is_global(walk.own.space)) launch_touch_chain(walk.launch, walk.own.toucher, stream);
                if (walk.own.before) walk.own.before(stream);
                launch_chase(walk.launch, stream);
              },
          .poison =
              [this](cudaStream_t stream) {
                poison(ends_, stream);
                *cycles_.data() = 0;
              },
          .check = [this, &walk] { check(walk); },
          .work = {static_cast<double>(walk.launch.turns) * kChaseLoadsATurn, "loads"},
          .read_cycles = [this] { return static_cast<double>(*cycles_.data()); }};
}

void PointerChase::check(const Walk& walk) const {
  const std::int64_t loads = (std::int64_t{walk.launch.warm_turns} + walk.launch.turns) * kChaseLoadsATurn;
  const std::uint64_t expected = follow_chain(walk.own.chain, loads);
  for (const std::uint64_t end : download(ends_)) {
    if (end == expected) continue;
    throw CheckFailed(fmt::format("{} ended at byte {} and should have at {}", walk.own.name, end, expected));
  }
  if (*cycles_.data() == 0) throw CheckFailed(fmt::format("{} gave no cycles, do not trust its times", walk.own.name));
}

std::vector<double> node_latencies(Run& run, const Chain& chain, char* memory) {
  const auto device_chain = upload(chain);
  const auto zero = upload(std::vector<std::uint64_t>(kWarpLanes, 0));
  const cuda::DeviceBuffer<std::uint64_t> ends(kWarpLanes);
  const cuda::DeviceBuffer<std::uint64_t> cycles(device_chain.size());
  ChaseLaunch launch{.space = ChaseSpace::global_past_l1,
                     .chain = device_chain.data(),
                     .nodes = 1,
                     .memory = memory,
                     .zero = zero.data(),
                     .ends = ends.data()};
  for (; launch.chain != device_chain.data() + device_chain.size(); ++launch.chain) {
    launch_write_chain(launch, run.stream());  // a chain of one node, which points to itself
  }
  launch.chain = device_chain.data();
  launch.nodes = device_chain.size();
  poison(ends, run.stream());
  launch_time_nodes(launch, cycles.data(), run.stream());
  cuda::check(cudaStreamSynchronize(run.stream()), "time_nodes_kernel");
  std::uint64_t expected = 0;
  for (const std::uint64_t place : chain) expected += place;
  if (download(ends).front() != expected) throw CheckFailed("loads of single nodes ended elsewhere than they began");
  std::vector<double> latencies;
  for (const std::uint64_t own : download(cycles)) latencies.push_back(static_cast<double>(own) / kLoadsANode);
  return latencies;
}

}  // namespace strandline::lab
