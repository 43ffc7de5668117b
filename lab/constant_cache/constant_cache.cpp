// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Follows chains of loads through constant memory and finds where its caches end.
#include <string>

#include <fmt/format.h>

#include <strandline/warp_cost.hpp>

#include "harness/l2_flush.hpp"
#include "harness/run.hpp"
#include "probes/latency_levels.hpp"
#include "probes/pointer_chase.hpp"

namespace strandline::lab {
namespace {

constexpr std::int64_t kWordBytes = 4;

// Jia and others measured it on Volta and on Turing (arXiv:1804.06826, arXiv:1903.07486).
constexpr std::int64_t kExpectedFirstLevelBytes = 2048;

/// Where the table's lines are when the clock is read first.
enum class Lines {
  in_caches,    ///< where loads before it have left them
  just_copied,  ///< where a copy to the symbol leaves them
  flushed       ///< in DRAM: the L2 cache was filled with other data after the copy
};

struct Walk {
  std::int64_t footprint_bytes = 0;
  std::int64_t stride_bytes = 0;
  const char* order_name = "random";
  ChainOrder order = ChainOrder::random;
  Lines lines = Lines::in_caches;

  std::int64_t nodes() const { return chain_nodes(footprint_bytes, stride_bytes); }
};

std::vector<Walk> walks_of(const Run& run) {
  std::vector<Walk> walks;
  for (const std::int64_t bytes : run.sizes("footprints")) walks.push_back({bytes, kConstantLineBytes});
  for (const std::int64_t words : run.sizes("strides")) {
    walks.push_back({run.size("strided_bytes"), words * kWordBytes, "sequential", ChainOrder::sequential});
  }
  constexpr ChainOrder kRandom = ChainOrder::random;
  walks.push_back({kConstantTableBytes, kConstantLineBytes, "random, just copied", kRandom, Lines::just_copied});
  walks.push_back({kConstantTableBytes, kConstantLineBytes, "random, L2 flushed", kRandom, Lines::flushed});
  return walks;
}

ChaseCase case_of(const Walk& walk, const Run& run, L2Flush& flush) {
  const bool is_warm = walk.lines == Lines::in_caches;
  ChaseCase own{.name = fmt::format("a {} chain of stride {} through {} bytes", walk.order_name, walk.stride_bytes,
                                    walk.footprint_bytes),
                .space = ChaseSpace::constant,
                .chain = make_chain(walk.nodes(), walk.stride_bytes, walk.order),
                // Twice round, since not every cache keeps a line that it sees for the first time.
                .warm_loads = is_warm ? 2 * walk.nodes() : 0,
                // Once round, where each load is to miss.
                .loads = is_warm ? run.size("loads") : walk.nodes()};
  if (walk.lines == Lines::flushed) own.before = [&flush](cudaStream_t stream) { flush.enqueue(stream); };
  return own;
}

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
  L2Flush flush(run.card().l2_bytes);
  PointerChase chase(run);
  const std::vector<Walk> walks = walks_of(run);
  for (const Walk& walk : walks) chase.add(case_of(walk, run, flush));
  const Measured measured = chase.measure();
  std::vector<CachePoint> by_footprint;
  std::vector<CachePoint> by_stride;
  std::vector<double> misses;
  for (std::size_t i = 0; i < walks.size(); ++i) {
    const Walk& walk = walks[i];
    Row row{.parameters = {{"order", walk.order_name},
                           {"stride_bytes", walk.stride_bytes},
                           {"footprint_bytes", walk.footprint_bytes}},
            .measured = {{"call", measured.summaries[i]}}};
    if (measured.summaries[i].has_samples()) {
      const double cycles = chase.cycles_per_load(i, measured.summaries[i]);
      row.values = {{"cycles_per_load", cycles}};
      if (walk.lines != Lines::in_caches) {
        misses.push_back(cycles);
      } else if (walk.order == ChainOrder::random) {
        by_footprint.push_back({walk.footprint_bytes, cycles});
      } else {
        by_stride.push_back({walk.stride_bytes, cycles});
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
