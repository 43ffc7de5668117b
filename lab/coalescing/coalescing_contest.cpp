// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The loads of coalescing, timed at each level of memory.
#include "coalescing/coalescing_contest.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "coalescing/coalescing_model.hpp"
#include "coalescing/coalescing_reference.hpp"
#include "probes/load_probe.hpp"

namespace strandline::lab {
namespace {

constexpr std::int64_t kMiB = 1 << 20;

// A part of L2 that stays there whichever half of the cache a multiprocessor sits at.
constexpr std::int64_t kWindowsInL2 = 4;

constexpr std::int64_t kBlocksForSums = 16;  // the most of kFarThreads that a multiprocessor can hold

std::int64_t chunk_bytes(const LoadPattern& pattern) { return kFarRequests * pattern.request_bytes(); }

std::int64_t fetched_bytes(const Run& run) {
  constexpr std::int64_t kCachesToPass = 4;
  return std::max(run.size("dram_mib") * kMiB, kCachesToPass * run.card().l2_bytes);
}

std::int64_t sector_bytes_of_chunk(int sectors) { return std::int64_t{kFarRequests} * sectors * kGlobalSectorBytes; }

/// As far as chunks of the widest pattern go, and a line for offsets; not more than a part of the card's memory.
std::int64_t words_to_hold(const Run& run) {
  constexpr std::int64_t kMostShare = 4;
  const std::int64_t widest = 16 * std::ranges::max(run.sizes("strides"));
  const std::int64_t bytes =
      fetched_bytes(run) / kGlobalSectorBytes * std::max(widest, std::int64_t{kGlobalSectorBytes});
  return std::min(bytes + kMiB, run.card().memory_bytes / kMostShare) / kWordBytes;
}

}  // namespace

LoadContest::LoadContest(Run& run)
    : run_(run), words_(words_to_hold(run)), sums_(run.card().multiprocessors * kBlocksForSums * kFarThreads) {
  launch_fill_words(words_.data(), words_.size(), run.stream());
}

LoadTimes LoadContest::measure(Level level, std::vector<LoadPattern> patterns) {
  std::vector<std::int64_t> left_out;
  std::erase_if(patterns, [&](const LoadPattern& pattern) {
    if (has_room(level, pattern)) return false;
    left_out.push_back(pattern.stride);
    return true;
  });
  if (!left_out.empty()) {
    run_.skip(fmt::format("strides in {}: {}; so far apart, enough of them take too much of the card's memory",
                          level_name(level), fmt::join(left_out, ", ")));
  }
  if (level == Level::l1) return {patterns, measure_near(patterns)};
  std::vector<Contestant> contestants;
  for (const LoadPattern& pattern : patterns) contestants.push_back(far_loads(level, pattern));
  return {patterns, run_.measure(contestants)};
}

Measured LoadContest::measure_near(const std::vector<LoadPattern>& patterns) {
  constexpr int kWarps = 32;
  std::vector<LoadRow> rows;
  std::int64_t bytes = 0;
  for (const LoadPattern& pattern : patterns) {
    const std::int64_t wavefronts_of_turn = std::int64_t{kWarps} * kLoads * pattern_charge(pattern).l1_wavefronts;
    const std::int64_t turns = std::max(run_.size("l1_wavefronts") / wavefronts_of_turn, std::int64_t{1});
    rows.push_back(near_row(pattern, static_cast<int>(turns)));
    bytes = std::max(bytes, near_bytes(pattern));
  }
  LoadProbe probe(
      run_, {.warps = kWarps, .blocks = run_.card().multiprocessors, .words = bytes / kWordBytes, .warm_turns = 2},
      rows);
  return probe.measure();
}

std::int64_t LoadContest::window_bytes() const {
  return std::min(run_.card().l2_bytes / kWindowsInL2, words_.bytes() - kGlobalLineBytes);
}

std::int64_t LoadContest::chunks_of_l2(const LoadPattern& pattern) const {
  return std::max(run_.size("l2_mib") * kMiB / sector_bytes_of_chunk(pattern_charge(pattern).sectors), std::int64_t{1});
}

std::int64_t LoadContest::chunks_of_dram(const LoadPattern& pattern) const {
  const std::int64_t wanted = fetched_bytes(run_) / sector_bytes_of_chunk(pattern_charge(pattern).fresh_sectors);
  return std::min(wanted, (words_.bytes() - kGlobalLineBytes) / chunk_bytes(pattern));
}

bool LoadContest::has_room(Level level, const LoadPattern& pattern) const {
  if (level == Level::l1) return true;
  if (level == Level::l2) return chunk_bytes(pattern) <= window_bytes();
  const std::int64_t fetched = chunks_of_dram(pattern) * sector_bytes_of_chunk(pattern_charge(pattern).fresh_sectors);
  return fetched >= 2 * run_.card().l2_bytes;
}

Contestant LoadContest::far_loads(Level level, const LoadPattern& pattern) {
  const std::int64_t chunks = level == Level::l2 ? chunks_of_l2(pattern) : chunks_of_dram(pattern);
  const std::int64_t window = level == Level::l2 ? window_bytes() / chunk_bytes(pattern) : chunks;
  const FarLaunch launch{
      .words = words_.data(),
      .sums = sums_.data(),
      .pattern = pattern,
      .chunks = chunks,
      .window_chunks = window,
      .blocks = run_.card().multiprocessors *
                std::min<std::int64_t>(far_blocks_per_multiprocessor(pattern.width_bytes), kBlocksForSums)};
  const auto expected = std::make_shared<std::vector<std::uint32_t>>();
  const auto check = [this, launch, expected, level] {
    if (expected->empty()) {
      *expected =
          far_sums(launch.pattern, launch.chunks, launch.window_chunks, launch.blocks * kFarThreads / kWarpLanes);
    }
    std::vector<std::uint32_t> found = download(sums_);
    found.resize(expected->size());
    check_equal(found, *expected,
                fmt::format("loading in {} at stride {} of {} bytes, offset {}", level_name(level),
                            launch.pattern.stride, launch.pattern.width_bytes, launch.pattern.offset_bytes));
  };
  return {.name = fmt::format("{}, stride {}", level_name(level), pattern.stride),
          .enqueue = [launch](cudaStream_t stream) { launch_load_far(launch, stream); },
          .poison = [this](cudaStream_t stream) { poison(sums_, stream); },
          .check = check,
          .work = {static_cast<double>(chunks * kFarRequests), "requests"}};
}

}  // namespace strandline::lab
