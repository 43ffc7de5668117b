// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Reading regions again and again, as contestants that check the sum of all that they have read.
#include "probes/stream_probe.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace strandline::lab {
namespace {

constexpr std::int64_t kWordsAQuad = kStreamQuadBytes / 4;

/// Regions that lie beside each other in memory: those that blocks have of their own.
std::int64_t regions_of(const StreamLaunch& launch) { return launch.space == StreamSpace::global ? launch.blocks : 1; }

/// How often each of those is read in a pass.
std::int64_t readers_of(const StreamLaunch& launch) { return launch.space == StreamSpace::shared ? launch.blocks : 1; }

std::int64_t quads_of_a_pass(const StreamLaunch& launch) {
  return launch.region_quads * regions_of(launch) * readers_of(launch);
}

StreamLaunch launch_of(const StreamCase& own, std::int64_t multiprocessors, std::int64_t traffic_bytes) {
  StreamLaunch launch{.space = own.space,
                      .region_quads = own.region_bytes / kStreamQuadBytes,
                      // One that has L1 or shared memory to itself, or as many as there is room for.
                      .blocks = multiprocessors * (own.space == StreamSpace::global_past_l1 ? 2 : 1)};
  const std::int64_t pass_bytes = quads_of_a_pass(launch) * kStreamQuadBytes;
  launch.passes = (traffic_bytes + pass_bytes - 1) / pass_bytes;
  return launch;
}

}  // namespace

StreamProbe::StreamProbe(Run& run, const std::vector<StreamCase>& cases, std::int64_t traffic_bytes) : run_(run) {
  std::int64_t words = 0;
  for (const StreamCase& own : cases) {
    launches_.push_back(launch_of(own, run.card().multiprocessors, traffic_bytes));
    words = std::max(words, launches_.back().region_quads * regions_of(launches_.back()) * kWordsAQuad);
  }
  words_ = cuda::DeviceBuffer<std::uint32_t>(words);
  launch_fill_stream(words_.data(), words, run.stream());
  for (StreamLaunch& launch : launches_) {
    launch.words = words_.data();
    launch.sum = sum_.data();
  }
}

Measured StreamProbe::measure() {
  std::vector<Contestant> contestants;
  for (const StreamLaunch& launch : launches_) contestants.push_back(contestant(launch));
  return run_.measure(contestants);
}

double StreamProbe::bytes_of(const StreamLaunch& launch) const {
  return static_cast<double>(quads_of_a_pass(launch) * launch.passes * kStreamQuadBytes);
}

double StreamProbe::gb_per_s(std::size_t i, const Summary& summary) const {
  constexpr double kNsPerMs = 1e6;
  return bytes_of(launches_[i]) / (summary.median * kNsPerMs);
}

Contestant StreamProbe::contestant(const StreamLaunch& launch) {
  const std::int64_t words = launch.region_quads * regions_of(launch) * kWordsAQuad;
  const std::uint32_t expected =
      stream_sum(words) * static_cast<std::uint32_t>(readers_of(launch)) * static_cast<std::uint32_t>(launch.passes);
  const std::string name = fmt::format("reading {} words {} times", words, launch.passes);
  return {.name = name,
          .enqueue =
              [this, &launch](cudaStream_t stream) {
                cuda::check(cudaMemsetAsync(sum_.data(), 0, sizeof(std::uint32_t), stream), "cudaMemsetAsync");
                launch_stream(launch, stream);
              },
          .poison = [this](cudaStream_t stream) { poison(sum_, stream); },
          .check = [this, name, expected] { check_equal(download(sum_), std::vector{expected}, name); },
          .work = {bytes_of(launch), "bytes"}};
}

}  // namespace strandline::lab
