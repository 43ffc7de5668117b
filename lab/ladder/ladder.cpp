// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Latency and bandwidth over shared memory, L1, L2, DRAM and the reach of the TLBs.
#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <strandline/warp_cost.hpp>

#include "harness/run.hpp"
#include "probes/latency_levels.hpp"
#include "probes/pointer_chase.hpp"
#include "probes/stream_probe.hpp"

namespace strandline::lab {
namespace {

constexpr std::int64_t kKiB = 1 << 10;
constexpr std::int64_t kMiB = 1 << 20;
constexpr std::int64_t kLineBytes = kGlobalLineBytes;
constexpr std::int64_t kPageBytes = 2 * kMiB;
constexpr std::int64_t kSharedChainBytes = 16 * kKiB;
constexpr std::int64_t kMostWarmLoads = 4096;
// Chains of pages lie between each other: the lines of a page are theirs in turns.
constexpr std::int64_t kMostPageChains = 64;

/// What a chain is called in its row, and what its latency is drawn by.
struct Rung {
  Json parameters;
  std::int64_t bytes = 0;  ///< that it reaches over
};

std::string size_text(std::int64_t bytes) {
  if (bytes < kMiB) return fmt::format("{} KiB", bytes / kKiB);
  if (bytes < kMiB * kKiB) return fmt::format("{} MiB", bytes / kMiB);
  return fmt::format("{} GiB", bytes / (kMiB * kKiB));
}

/// At a line of each page that only chance knows, since lines at equal places of all pages might meet in few sets of a
/// cache.
Chain page_chain(std::int64_t pages, std::int64_t number) {
  Chain chain = make_chain(pages, kPageBytes, ChainOrder::random);
  for (std::uint64_t& place : chain) {
    const std::uint64_t mixed = (place / kPageBytes + 1) * 0x9e3779b97f4a7c15U >> 32;
    const std::uint64_t slots = kPageBytes / kLineBytes / kMostPageChains;
    place += (mixed % slots * kMostPageChains + static_cast<std::uint64_t>(number)) * kLineBytes;
  }
  return chain;
}

/// All chains, with their memory.
class Latencies {
 public:
  explicit Latencies(Run& run) : run_(run), chase_(run), most_pages_(most_pages()), memory_(bytes_wanted()) {
    add({{{"quantity", "latency"}, {"space", "shared"}, {"footprint_kib", kSharedChainBytes / kKiB}},
         kSharedChainBytes},
        ChaseSpace::shared, make_chain(kSharedChainBytes / kLineBytes, kLineBytes, ChainOrder::random));
    for (const std::int64_t kib : run.sizes("footprints_kib")) add_footprint(kib);
    add_pages();
  }

  void measure() {
    const Measured measured = chase_.measure();
    std::vector<CachePoint> by_footprint;
    std::vector<CachePoint> by_pages;
    for (std::size_t i = 0; i < rungs_.size(); ++i) {
      const Summary& summary = measured.summaries[i];
      Row row{.parameters = rungs_[i].parameters, .measured = {{"call", summary}}};
      if (summary.has_samples()) {
        const double cycles = chase_.cycles_per_load(i, summary);
        row.values = {{"cycles_per_load", cycles}, {"ns_per_load", cycles * 1000 / run_.clock_mhz()}};
        if (row.parameters["space"] == "shared") shared_cycles_ = cycles;
        if (row.parameters.value("read_before_by", "") == "itself") by_footprint.push_back({rungs_[i].bytes, cycles});
        if (row.parameters.contains("pages")) by_pages.push_back({rungs_[i].bytes, cycles});
      }
      run_.add(row);
    }
    add_levels("footprint", by_footprint);
    add_levels("pages", by_pages);
    gate(by_footprint);
  }

  void measure_lines() {
    const std::int64_t lines = run_.size("lines");
    constexpr std::int64_t kApart = 31;  // lines, so that no part of their addresses stays the same
    const Chain chain = make_chain(lines, kApart * kLineBytes, ChainOrder::sequential);
    std::vector<double> latencies = node_latencies(run_, chain, memory_.data());
    std::ranges::sort(latencies);
    Row row{.parameters = {{"quantity", "latency of single lines in L2"}, {"lines", lines}}};
    row.values = {{"nearest_cycles", latencies.front()},
                  {"median_cycles", measuring::quantile(latencies, 0.5)},
                  {"farthest_cycles", latencies.back()}};
    const std::optional<TwoSides> sides = find_two_sides(latencies);
    if (sides) {
      row.values["near_cycles"] = sides->near_cycles;
      row.values["far_cycles"] = sides->far_cycles;
      row.values["near_percent"] = 100 * sides->near_share;
    }
    run_.add(row);
    run_.verdict(sides
                     ? fmt::format("L2 has a near side and a far one: {:.0f} and {:.0f} cycles a load, {:.0f} % of {} "
                                   "lines near.",
                                   sides->near_cycles, sides->far_cycles, 100 * sides->near_share, lines)
                     : fmt::format("L2 shows no two sides: single lines take {:.0f} to {:.0f} cycles, spread evenly.",
                                   latencies.front(), latencies.back()));
  }

 private:
  static std::int64_t chains_bytes(const Run& run) {
    constexpr std::int64_t kApart = 31;
    std::int64_t bytes = 0;
    for (const std::int64_t kib : run.sizes("footprints_kib")) bytes += std::max(kib * kKiB, kLineBytes);
    return std::max(bytes, run.size("lines") * kApart * kLineBytes);
  }

  /// Pages as far as half of the memory goes that nobody uses.
  static std::int64_t most_pages() {
    std::size_t free_bytes = 0;
    std::size_t all_bytes = 0;
    cuda::check(cudaMemGetInfo(&free_bytes, &all_bytes), "cudaMemGetInfo");
    return static_cast<std::int64_t>(free_bytes / 2) / kPageBytes;
  }

  std::int64_t bytes_wanted() const {
    return chains_bytes(run_) + std::min(std::ranges::max(run_.sizes("pages")), most_pages_) * kPageBytes;
  }

  void add_footprint(std::int64_t kib) {
    const std::int64_t nodes = chain_nodes(kib * kKiB, kLineBytes);
    const Chain chain = make_chain(nodes, kLineBytes, ChainOrder::random, pages_from_);
    for (const Toucher toucher : {Toucher::one_multiprocessor, Toucher::card}) {
      const char* const by = toucher == Toucher::card ? "the card" : "itself";
      add({{{"quantity", "latency"}, {"space", "global"}, {"read_before_by", by}, {"footprint_kib", kib}}, kib * kKiB},
          ChaseSpace::global, chain, toucher);
    }
    pages_from_ += nodes * kLineBytes;
  }

  void add(Rung rung, ChaseSpace space, Chain chain, Toucher toucher = Toucher::one_multiprocessor) {
    const std::int64_t warm = std::min(2 * static_cast<std::int64_t>(chain.size()), kMostWarmLoads);
    char* const memory = rung.parameters.contains("pages") ? memory_.data() + pages_from_ : memory_.data();
    chase_.add({.name = fmt::format("the chain {}", rung.parameters.dump()),
                .space = space,
                .chain = std::move(chain),
                .warm_loads = warm,
                .loads = run_.size("loads"),
                .memory = memory,
                .toucher = toucher});
    rungs_.push_back(std::move(rung));
  }

  void add_pages() {
    std::vector<std::int64_t> left_out;
    std::int64_t number = 0;
    for (const std::int64_t pages : run_.sizes("pages")) {
      if (pages > most_pages_ || number == kMostPageChains) {
        left_out.push_back(pages);
        continue;
      }
      add({{{"quantity", "latency"}, {"space", "global past L1"}, {"pages", pages}}, pages * kPageBytes},
          ChaseSpace::global_past_l1, page_chain(pages, number++));
    }
    if (left_out.empty()) return;
    run_.skip(fmt::format("chains over {} pages of 2 MiB: more than half of the card's free memory, or than {} chains",
                          fmt::join(left_out, ", "), kMostPageChains));
  }

  void add_levels(const char* by, const std::vector<CachePoint>& points) {
    int number = 0;
    for (const CacheLevel& level : find_levels(points)) {
      Row row{.parameters = {{"quantity", "level"}, {"by", by}, {"level", ++number}}};
      row.values = {{"cycles_per_load", level.cycles},
                    {"from_kib", level.first_bytes / kKiB},
                    {"to_kib", level.last_bytes / kKiB}};
      run_.add(row);
      run_.verdict(fmt::format("By {}, a load takes {:.0f} cycles from {} to {}.", by, level.cycles,
                               size_text(level.first_bytes), size_text(level.last_bytes)));
    }
  }

  /// Without this order it isn't the levels that were timed.
  void gate(const std::vector<CachePoint>& by_footprint) {
    if (by_footprint.size() < 2 || by_footprint.front().bytes > kSharedChainBytes) return;
    const CachePoint& largest = *std::ranges::max_element(by_footprint, {}, &CachePoint::bytes);
    if (largest.bytes < 2 * run_.card().l2_bytes) return;
    const double l1 = std::ranges::min(by_footprint, {}, &CachePoint::bytes).cycles;
    run_.gate("shared memory is quicker than DRAM by far, and so is L1",
              2 * std::max(l1, shared_cycles_) < largest.cycles,
              fmt::format("shared memory {:.1f} cycles a load, the smallest footprint {:.1f}, the largest {:.1f}",
                          shared_cycles_, l1, largest.cycles));
  }

  Run& run_;
  PointerChase chase_;
  std::int64_t most_pages_;
  cuda::DeviceBuffer<char> memory_;
  std::int64_t pages_from_ = 0;  // behind the footprints
  std::vector<Rung> rungs_;
  double shared_cycles_ = 0;
};

/// One that doesn't fit into a block's shared memory is left out.
std::vector<StreamCase> stream_cases(const Run& run, std::vector<Json>& parameters) {
  std::vector<StreamCase> cases;
  const auto add = [&](const char* space, const char* key, std::int64_t asked, StreamCase own) {
    parameters.push_back({{"quantity", "bandwidth"}, {"space", space}, {key, asked}});
    cases.push_back(own);
  };
  for (const std::int64_t kib : run.sizes("own_kib")) {
    if (kib * kKiB <= run.card().shared_bytes_per_block) {
      add("shared", "own_kib", kib, {StreamSpace::shared, kib * kKiB});
    }
    add("global", "own_kib", kib, {StreamSpace::global, kib * kKiB});
  }
  for (const std::int64_t mib : run.sizes("stream_mib")) {
    add("global past L1", "stream_mib", mib, {StreamSpace::global_past_l1, mib * kMiB});
  }
  return cases;
}

void measure_bandwidth(Run& run) {
  std::vector<Json> parameters;
  const std::vector<StreamCase> cases = stream_cases(run, parameters);
  StreamProbe probe(run, cases, run.size("traffic_mib") * kMiB);
  const Measured measured = probe.measure();
  const double cycles_a_ns = run.card().multiprocessors * run.clock_mhz() / 1000;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Row row{.parameters = parameters[i], .measured = {{"call", measured.summaries[i]}}};
    if (cases[i].space != StreamSpace::global_past_l1) {
      constexpr int kBytesACycle = kSharedBanks * kSharedBankBytes;
      row.predicted = {{"gb_per_s", kBytesACycle * cycles_a_ns}};
    }
    if (measured.summaries[i].has_samples()) {
      const double rate = probe.gb_per_s(i, measured.summaries[i]);
      row.values = {{"gb_per_s", rate}, {"bytes_per_cycle_and_multiprocessor", rate / cycles_a_ns}};
    }
    run.add(row);
  }
}

}  // namespace

void run_ladder(Run& run) {
  {
    Latencies latencies(run);
    latencies.measure();
    latencies.measure_lines();
  }
  measure_bandwidth(run);
}

}  // namespace strandline::lab
