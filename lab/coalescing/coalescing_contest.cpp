// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The loads of coalescing as contestants that check themselves.
#include "coalescing/coalescing_contest.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "coalescing/coalescing_model.hpp"
#include "coalescing/coalescing_reference.hpp"

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

std::string_view level_name(Level level) {
  if (level == Level::l1) return "L1";
  return level == Level::l2 ? "L2" : "DRAM";
}

LoadContest::LoadContest(Run& run)
    : run_(run),
      words_(words_to_hold(run)),
      sums_(run.card().multiprocessors * kBlocksForSums * kFarThreads),
      cycles_(run.card().multiprocessors) {
  launch_fill_words(words_.data(), words_.size(), run.stream());
}

std::vector<Loads> LoadContest::loads(Level level, const std::vector<LoadPattern>& patterns) {
  std::vector<Loads> all;
  std::vector<std::int64_t> left_out;
  for (const LoadPattern& pattern : patterns) {
    if (!has_room(level, pattern)) {
      left_out.push_back(pattern.stride);
    } else {
      all.push_back(level == Level::l1 ? near_loads(pattern) : far_loads(level, pattern));
    }
  }
  if (!left_out.empty()) {
    run_.skip(
        fmt::format("strides of {} bytes in {}: {}; so far apart, enough of them take too much of the card's memory",
                    patterns.front().width_bytes, level_name(level), fmt::join(left_out, ", ")));
  }
  return all;
}

std::int64_t LoadContest::near_turns(const LoadPattern& pattern) const {
  const std::int64_t wavefronts_of_turn =
      std::int64_t{kNearWarps} * kNearRequests * pattern_charge(pattern).l1_wavefronts;
  return std::max(run_.size("l1_wavefronts") / wavefronts_of_turn, std::int64_t{1});
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
  if (level == Level::l1) return near_bytes(pattern) <= words_.bytes();
  if (level == Level::l2) return chunk_bytes(pattern) <= window_bytes();
  const std::int64_t fetched = chunks_of_dram(pattern) * sector_bytes_of_chunk(pattern_charge(pattern).fresh_sectors);
  return fetched >= 2 * run_.card().l2_bytes;
}

double LoadContest::median_cycles() {
  std::vector<std::int64_t> cycles = download(cycles_);
  const auto middle = cycles.begin() + std::ssize(cycles) / 2;
  std::ranges::nth_element(cycles, middle);
  return static_cast<double>(*middle);
}

Loads LoadContest::near_loads(const LoadPattern& pattern) {
  const NearLaunch launch{.words = words_.data(),
                          .sums = sums_.data(),
                          .cycles = cycles_.data(),
                          .pattern = pattern,
                          .turns = near_turns(pattern),
                          .blocks = run_.card().multiprocessors};
  const auto check = [this, launch] {
    const std::vector<std::uint32_t> of_lanes = near_sums(launch.pattern, launch.turns + kNearWarmUpTurns);
    std::vector<std::uint32_t> found = download(sums_);
    found.resize(static_cast<std::size_t>(launch.blocks * kNearThreads));
    std::vector<std::uint32_t> expected(found.size());
    for (std::size_t thread = 0; thread < expected.size(); ++thread) expected[thread] = of_lanes[thread % kWarpLanes];
    check_equal(found, expected,
                fmt::format("loading in L1 at stride {} of {} bytes, offset {}", launch.pattern.stride,
                            launch.pattern.width_bytes, launch.pattern.offset_bytes));
  };
  return {pattern, launch.turns * kNearRequests * kNearWarps,
          Contestant{.name = fmt::format("L1, stride {}", pattern.stride),
                     .enqueue = [launch](cudaStream_t stream) { launch_load_near(launch, stream); },
                     .poison =
                         [this](cudaStream_t stream) {
                           poison(sums_, stream);
                           poison(cycles_, stream);
                         },
                     .check = check,
                     .work = {static_cast<double>(launch.turns * kNearRequests * kNearWarps), "requests"},
                     .read_cycles = [this] { return median_cycles(); }}};
}

Loads LoadContest::far_loads(Level level, const LoadPattern& pattern) {
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
  return {pattern, chunks * kFarRequests,
          Contestant{.name = fmt::format("{}, stride {}", level_name(level), pattern.stride),
                     .enqueue = [launch](cudaStream_t stream) { launch_load_far(launch, stream); },
                     .poison = [this](cudaStream_t stream) { poison(sums_, stream); },
                     .check = check,
                     .work = {static_cast<double>(chunks * kFarRequests), "requests"}}};
}

}  // namespace strandline::lab
