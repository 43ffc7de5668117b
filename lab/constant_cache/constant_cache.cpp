// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Follows chains of loads through constant memory and finds where its caches end.
#include <string>

#include <fmt/format.h>

#include <strandline/warp_cost.hpp>

#include "constant_cache/constant_cache_kernels.hpp"
#include "constant_cache/constant_cache_model.hpp"
#include "harness/device_arrays.hpp"
#include "harness/l2_flush.hpp"
#include "harness/run.hpp"

namespace strandline::lab {
namespace {

constexpr std::int64_t kWordBytes = 4;

// Jia and others measured it on Volta and on Turing (arXiv:1804.06826, arXiv:1903.07486).
constexpr std::int64_t kExpectedFirstLevelBytes = 2048;

int turns_for(std::int64_t loads) { return static_cast<int>((loads + kCacheLoadsATurn - 1) / kCacheLoadsATurn); }

/// Where the table's lines are when the clock is read first.
enum class Lines {
  in_caches,    ///< where loads before it have left them
  just_copied,  ///< where a copy to the symbol leaves them
  flushed       ///< in DRAM: the L2 cache was filled with other data after the copy
};

struct Chain {
  std::int64_t footprint_bytes = 0;
  std::int64_t stride_bytes = 0;
  ChainOrder order = ChainOrder::random;
  Lines lines = Lines::in_caches;

  const char* order_name() const {
    if (lines == Lines::just_copied) return "random, just copied";
    if (lines == Lines::flushed) return "random, L2 flushed";
    return order == ChainOrder::random ? "random" : "sequential";
  }
  // Twice round, since not every cache keeps a line that it sees for the first time.
  int warm_turns() const {
    return lines == Lines::in_caches ? turns_for(2 * chain_nodes(footprint_bytes, stride_bytes)) : 0;
  }
  /// Once round, where each load is to miss.
  int turns(const Run& run) const {
    return turns_for(lines == Lines::in_caches ? run.size("loads") : chain_nodes(footprint_bytes, stride_bytes));
  }
};

std::vector<Chain> chains_of(const Run& run) {
  std::vector<Chain> chains;
  for (const std::int64_t bytes : run.sizes("footprints")) {
    chains.push_back({bytes, kConstantLineBytes, ChainOrder::random});
  }
  for (const std::int64_t words : run.sizes("strides")) {
    chains.push_back({run.size("strided_bytes"), words * kWordBytes, ChainOrder::sequential});
  }
  for (const Lines lines : {Lines::just_copied, Lines::flushed}) {
    chains.push_back({kCacheTableBytes, kConstantLineBytes, ChainOrder::random, lines});
  }
  return chains;
}

/// All chains, with what it takes to follow them.
class Chase {
 public:
  explicit Chase(Run& run) : run_(run), chains_(chains_of(run)), flush_(run.card().l2_bytes) {
    for (const Chain& chain : chains_) {
      words_.push_back(make_chain(chain.footprint_bytes, chain.stride_bytes, chain.order));
      device_words_.push_back(upload(words_.back()));
    }
  }

  const std::vector<Chain>& chains() const { return chains_; }

  Measured measure() {
    std::vector<Contestant> contestants;
    for (std::size_t i = 0; i < chains_.size(); ++i) contestants.push_back(contestant(i));
    return run_.measure(contestants);
  }

  double cycles_per_load(std::size_t i, const Summary& summary) const {
    return summary.median / (static_cast<double>(chains_[i].turns(run_)) * kCacheLoadsATurn);
  }

 private:
  Contestant contestant(std::size_t i) {
    const CacheLaunch launch{.chain = device_words_[i].data(),
                             .starts = starts_.data(),
                             .ends = ends_.data(),
                             .cycles = cycles_.data(),
                             .chain_bytes = device_words_[i].bytes(),
                             .warm_turns = chains_[i].warm_turns(),
                             .turns = chains_[i].turns(run_)};
    const std::string name = fmt::format("a {} chain of stride {} through {} bytes", chains_[i].order_name(),
                                         chains_[i].stride_bytes, chains_[i].footprint_bytes);
    return {.name = name,
            .enqueue =
                [this, launch, lines = chains_[i].lines](cudaStream_t stream) {
                  copy_chain(launch, stream);
                  if (lines == Lines::flushed) flush_.enqueue(stream);
                  launch_chase(launch, stream);
                },
            .poison =
                [this](cudaStream_t stream) {
                  poison(ends_, stream);
                  *cycles_.data() = 0;
                },
            .check = [this, i, name] { check(i, name); },
            .work = {static_cast<double>(launch.turns) * kCacheLoadsATurn, "loads"},
            .read_cycles = [this] { return static_cast<double>(*cycles_.data()); }};
  }

  void check(std::size_t i, const std::string& what) const {
    const std::int64_t loads = std::int64_t{chains_[i].turns(run_) + chains_[i].warm_turns()} * kCacheLoadsATurn;
    const std::vector<std::uint32_t> expected(kWarpLanes, follow_chain(words_[i], loads));
    check_equal(download(ends_), expected, what);
    if (*cycles_.data() == 0) throw CheckFailed(fmt::format("{} gave no cycles, do not trust its times", what));
  }

  Run& run_;
  std::vector<Chain> chains_;
  L2Flush flush_;
  std::vector<std::vector<std::uint32_t>> words_;
  std::vector<cuda::DeviceBuffer<std::uint32_t>> device_words_;
  cuda::DeviceBuffer<std::uint32_t> starts_ = upload(std::vector<std::uint32_t>(kWarpLanes, 0));
  cuda::DeviceBuffer<std::uint32_t> ends_{kWarpLanes};
  cuda::PinnedBuffer<std::uint64_t> cycles_{1};
};

std::string level_sentence(int number, const CacheLevel& level) {
  const std::string latency =
      fmt::format("Level {} of the constant caches takes {:.1f} cycles a load", number, level.cycles);
  if (!level.slower_bytes) return fmt::format("{} and holds {} bytes or more.", latency, level.last_bytes);
  return fmt::format("{} and holds {} bytes, but not {}.", latency, level.last_bytes, *level.slower_bytes);
}

void add_levels(Run& run, const std::vector<CachePoint>& by_footprint) {
  const std::vector<CacheLevel> levels = find_levels(by_footprint);
  int number = 0;
  for (const CacheLevel& level : levels) {
    Row row{.parameters = {{"level", ++number}}};
    row.values = {{"cycles_per_load", level.cycles}, {"from_bytes", level.first_bytes}};
    row.values[level.slower_bytes ? "holds_bytes" : "holds_at_least_bytes"] = level.last_bytes;
    if (number == 1) row.predicted = {{"holds_bytes", kExpectedFirstLevelBytes}};
    run.add(row);
    run.verdict(level_sentence(number, level));
  }
  if (levels.empty()) {
    run.verdict(
        fmt::format("No level shows in {} footprints: nowhere does the latency stay the same.", by_footprint.size()));
  }
}

void add_line(Run& run, const std::vector<CachePoint>& by_stride) {
  const std::optional<std::int64_t> line_bytes = find_line_bytes(by_stride);
  if (!line_bytes) {
    run.verdict("The strides don't show how long a line of the first level is.");
    return;
  }
  Row row{.parameters = {{"found", "line of the first level"}}};
  row.values = {{"line_bytes", *line_bytes}};
  row.predicted = {{"line_bytes", kConstantLineBytes}};
  run.add(row);
  run.verdict(fmt::format("A line of the first level has {} bytes: from that stride on, a longer one costs no more.",
                          *line_bytes));
}

}  // namespace

void run_constant_cache(Run& run) {
  Chase chase(run);
  const Measured measured = chase.measure();
  std::vector<CachePoint> by_footprint;
  std::vector<CachePoint> by_stride;
  std::vector<double> misses;
  for (std::size_t i = 0; i < chase.chains().size(); ++i) {
    const Chain& chain = chase.chains()[i];
    Row row{.parameters = {{"order", chain.order_name()},
                           {"stride_bytes", chain.stride_bytes},
                           {"footprint_bytes", chain.footprint_bytes}},
            .measured = {{"call", measured.summaries[i]}}};
    if (measured.summaries[i].has_samples()) {
      const double cycles = chase.cycles_per_load(i, measured.summaries[i]);
      row.values = {{"cycles_per_load", cycles}};
      if (chain.lines != Lines::in_caches) {
        misses.push_back(cycles);
      } else if (chain.order == ChainOrder::random) {
        by_footprint.push_back({chain.footprint_bytes, cycles});
      } else {
        by_stride.push_back({chain.stride_bytes, cycles});
      }
    }
    run.add(row);
  }
  add_levels(run, by_footprint);
  add_line(run, by_stride);
  if (misses.size() == 2) {
    run.verdict(
        fmt::format("A line's first load takes {:.0f} cycles after a copy to the symbol, and {:.0f} when the L2 "
                    "cache was filled with other data since, as a mean over the lines of 64 KiB.",
                    misses[0], misses[1]));
  }
}

}  // namespace strandline::lab
