// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Reads a region again and again while a stream goes by, with and without a window that asks the L2 cache to keep it.
#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "harness/device_arrays.hpp"
#include "harness/run.hpp"
#include "l2_persistence/l2_persistence_kernels.hpp"
#include "l2_persistence/l2_persistence_model.hpp"
#include "l2_persistence/l2_persistence_reference.hpp"
#include "l2_persistence/set_aside.hpp"

namespace strandline::lab {
namespace {

using cuda::check;

// So much more than the cache that nothing of the stream is left when it begins again.
constexpr std::int64_t kStreamPerL2 = 8;

// A part of the cache that fits whatever else it does.
constexpr std::int64_t kL2PerWarmRegion = 4;

/// What is set aside, and how much of the window persists.
constexpr std::array<const char*, 3> kWindows = {"none", "fitting", "ratio_1"};

/// One kernel, and how the cache is before it.
struct Call {
  L2Launch launch;
  std::int64_t set_aside_bytes = 0;
  bool is_warm = false;  ///< the same call was made just before; else the cache is full of other data
};

class L2Persistence {
 public:
  L2Persistence(Run& run, SetAside& set_aside)
      : run_(run),
        set_aside_(set_aside),
        set_aside_bytes_(set_aside.granted()),
        region_quads_(region_bytes(*std::max_element(percents().begin(), percents().end())) / kQuadBytes),
        stream_quads_(std::max(kStreamPerL2 * run.card().l2_bytes / kQuadBytes, region_quads_)),
        region_sums_(region_quads_ * kWordsPerQuad, kRegionSeed),
        stream_sums_(stream_quads_ * kWordsPerQuad, kStreamSeed),
        region_(region_quads_ * kWordsPerQuad),
        stream_(stream_quads_ * kWordsPerQuad),
        found_(std::int64_t{kL2BlocksPerMultiprocessor} * run.card().multiprocessors),
        flush_(run.card().l2_bytes) {
    launch_fill_words(region_.data(), region_.size(), kRegionSeed, run.stream());
    launch_fill_words(stream_.data(), stream_.size(), kStreamSeed, run.stream());
    check(cudaStreamSynchronize(run.stream()), "fill_words_kernel");
  }

  const std::vector<std::int64_t>& percents() const { return run_.sizes("region_percent"); }
  std::int64_t set_aside_bytes() const { return set_aside_bytes_; }

  L2Work work(std::int64_t percent) const {
    return {.region_bytes = region_bytes(percent),
            .passes = run_.size("passes"),
            .streamed_per_reused = run_.size("streamed_per_reused")};
  }

  std::int64_t window_bytes(const L2Work& work) const {
    return std::min(work.region_bytes, run_.card().access_policy_window_max_bytes);
  }

  /// Passes over a small region, as many as make about the same bytes.
  L2Work warm_work(const L2Work& work) const {
    L2Work warm = work;
    warm.region_bytes = std::min(work.region_bytes, run_.card().l2_bytes / kL2PerWarmRegion / kQuadBytes * kQuadBytes);
    warm.passes = (work.reused_bytes() + warm.region_bytes - 1) / warm.region_bytes;
    warm.streamed_per_reused = 0;
    return warm;
  }

  double hit_ratio(const L2Work& work, std::string_view window) const {
    return window == "fitting" ? hit_ratio_for(window_bytes(work), set_aside_bytes_) : 1;
  }

  /// Each kind of loads with each window, then the stream alone and a small region alone.
  std::vector<Contestant> contestants(const L2Work& work) {
    std::vector<Contestant> all;
    for (const L2LoadsName& loads : kL2Loads) {
      for (const std::string_view window : kWindows) {
        Call call{.launch = launch_for(work)};
        call.launch.loads = loads.loads;
        if (window != "none") {
          call.set_aside_bytes = set_aside_bytes_;
          call.launch.window_bytes = static_cast<std::size_t>(window_bytes(work));
          call.launch.hit_ratio = static_cast<float>(hit_ratio(work, window));
        }
        all.push_back(contestant(fmt::format("loads by {}, window {}", loads.name, window), call));
      }
    }
    Call stream_alone{.launch = launch_for(work)};
    stream_alone.launch.reads_region = false;
    all.push_back(contestant("the stream alone", stream_alone));
    all.push_back(contestant("a small region alone", {.launch = launch_for(warm_work(work)), .is_warm = true}));
    return all;
  }

 private:
  std::int64_t region_bytes(std::int64_t percent) const {
    constexpr std::int64_t kHundred = 100;
    return std::max(set_aside_bytes_ * percent / kHundred / kQuadBytes, std::int64_t{1}) * kQuadBytes;
  }

  L2Launch launch_for(const L2Work& work) const {
    return {.region = region_.data(),
            .stream = stream_.data(),
            .found = found_.data(),
            .region_quads = work.region_bytes / kQuadBytes,
            .stream_quads = stream_quads_,
            .passes = work.passes,
            .streamed_per_reused = work.streamed_per_reused,
            .blocks = found_.size()};
  }

  /// Timed by the kernel's own clock: what puts the cache in order before it doesn't count, and can't be in a graph.
  Contestant contestant(const std::string& name, const Call& call) {
    return {.name = name,
            .enqueue = [this, call](cudaStream_t stream) { enqueue(call, stream); },
            .poison = [this](cudaStream_t stream) { poison(found_, stream); },
            .check = [this, name, call] { check_found(name, call.launch); },
            .work = {static_cast<double>(bytes_of(call.launch)), "bytes"},
            .read_cycles = [this] { return longest_cycles(); },
            .in_graph = false};
  }

  static std::int64_t bytes_of(const L2Launch& launch) {
    return launch.passes * launch.region_quads * kQuadBytes *
           (launch.streamed_per_reused + (launch.reads_region ? 1 : 0));
  }

  void enqueue(const Call& call, cudaStream_t stream) {
    // The harness waits for each call, so no kernel is running while the cache is divided anew.
    set_aside_.ask_for(static_cast<std::size_t>(call.set_aside_bytes));
    check(cudaCtxResetPersistingL2Cache(), "cudaCtxResetPersistingL2Cache");
    flush_.enqueue(stream);
    if (call.is_warm) launch_reuse_beside_stream(call.launch, stream);
    launch_reuse_beside_stream(call.launch, stream);
  }

  /// All blocks begin at about the same time, so the one that takes longest tells the kernel's time.
  double longest_cycles() const {
    const std::vector<L2Found> found = download(found_);
    const auto longest = std::max_element(found.begin(), found.end(),
                                          [](const L2Found& a, const L2Found& b) { return a.cycles < b.cycles; });
    return static_cast<double>(longest->cycles);
  }

  void check_found(const std::string& name, const L2Launch& launch) const {
    std::vector<std::uint32_t> sums(2);
    for (const L2Found& block : download(found_)) {
      if (block.cycles <= 0) throw CheckFailed(fmt::format("{} has a block that did not end, see its kernel", name));
      sums[0] += block.region_sum;
      sums[1] += block.stream_sum;
    }
    const std::int64_t region_words = launch.region_quads * kWordsPerQuad;
    const std::int64_t streamed_words = launch.passes * launch.streamed_per_reused * region_words;
    std::vector<std::uint32_t> expected = {
        launch.reads_region ? static_cast<std::uint32_t>(launch.passes) * region_sums_.sum(region_words) : 0,
        stream_sums_.sum(streamed_words)};
    check_equal(sums, expected, fmt::format("{} with a region of {} bytes", name, launch.region_quads * kQuadBytes));
  }

  Run& run_;
  SetAside& set_aside_;
  std::int64_t set_aside_bytes_;
  std::int64_t region_quads_;
  std::int64_t stream_quads_;
  WordSums region_sums_;
  WordSums stream_sums_;
  cuda::DeviceBuffer<std::uint32_t> region_;
  cuda::DeviceBuffer<std::uint32_t> stream_;
  cuda::DeviceBuffer<L2Found> found_;
  L2Flush flush_;
};

double microseconds_a_pass(double cycles, const Run& run) {
  return cycles / run.clock_mhz() / static_cast<double>(run.size("passes"));
}

/// Bytes a cycle at which the stream alone and a small region alone were read, which are measured last.
L2Rates rates_of(const L2Persistence& persistence, const L2Work& work, const Measured& measured) {
  const std::size_t last = measured.summaries.size() - 1;
  const double streamed = static_cast<double>(work.streamed_bytes());
  const double reused = static_cast<double>(persistence.warm_work(work).reused_bytes());
  return {.dram = streamed / measured.summaries[last - 1].median, .l2 = reused / measured.summaries[last].median};
}

double predicted_us(const L2Persistence& persistence, const L2Work& work, std::string_view window, const L2Rates& rates,
                    const Run& run) {
  const double kept = window == "none"
                          ? kept_without_window(work, run.card().l2_bytes)
                          : kept_with_window(work, persistence.window_bytes(work), persistence.hit_ratio(work, window),
                                             persistence.set_aside_bytes());
  return microseconds_a_pass(predicted_cycles(work, kept, rates), run);
}

/// What the predictions are fitted to.
void add_rates(Run& run, std::int64_t percent, const L2Rates& rates, const Measured& measured) {
  const std::size_t last = measured.summaries.size() - 1;
  const auto add = [&](const char* of, std::size_t i, double bytes_per_cycle) {
    Row row{.parameters = {{"rate_of", of}, {"region_percent", percent}},
            .measured = {{"time", measured.summaries[i]}}};
    if (measured.summaries[i].has_samples()) row.values = {{"bytes_per_cycle", bytes_per_cycle}};
    run.add(row);
  };
  add("the stream alone, from DRAM", last - 1, rates.dram);
  add("a small region alone, from L2", last, rates.l2);
}

/// Adds a row for each kind of loads and each window at one size of the region, and for the rates behind the model.
void measure_size(Run& run, L2Persistence& persistence, std::int64_t percent, std::vector<L2Finding>& findings) {
  constexpr double kBytesPerMib = 1 << 20;
  constexpr double kBytesPerMicrosecondPerGbps = 1000;
  const L2Work work = persistence.work(percent);
  const Measured measured = run.measure(persistence.contestants(work));
  for (std::size_t i = 0; i < kL2Loads.size() * kWindows.size(); ++i) {
    const std::size_t without = i / kWindows.size() * kWindows.size();
    const char* const loads = kL2Loads[i / kWindows.size()].name;
    const char* const window = kWindows[i % kWindows.size()];
    Row row{.parameters = {{"loads", loads}, {"window", window}, {"region_percent", percent}},
            .measured = {{"time", measured.summaries[i]}},
            .values = {{"region_mib", static_cast<double>(work.region_bytes) / kBytesPerMib}}};
    if (measured.summaries[i].has_samples()) {
      const double us = microseconds_a_pass(measured.summaries[i].median, run);
      row.values["us"] = us;
      row.values["region_gbps"] = static_cast<double>(work.region_bytes) / us / kBytesPerMicrosecondPerGbps;
      if (i != without) row.values["speedup_by_window"] = measured.ratio(without, i);
      if (i != without) row.values["hit_ratio"] = persistence.hit_ratio(work, window);
      row.predicted["us"] = predicted_us(persistence, work, window, rates_of(persistence, work, measured), run);
      findings.push_back({percent, static_cast<double>(work.region_bytes) / kBytesPerMib, loads, window, us});
    }
    run.add(row);
  }
  add_rates(run, percent, rates_of(persistence, work, measured), measured);
}

/// All sizes, while something is set aside.
void measure_sizes(Run& run, SetAside& set_aside) {
  constexpr std::int64_t kHundred = 100;
  const std::int64_t asked = run.card().persisting_l2_max_bytes * run.size("set_aside_percent") / kHundred;
  set_aside.ask_for(static_cast<std::size_t>(asked));
  if (set_aside.granted() <= 0) {
    run.skip(fmt::format("{} grants nothing of its L2 cache when asked for {} bytes", run.card().card, asked));
    return;
  }
  L2Persistence persistence(run, set_aside);
  std::vector<L2Finding> findings;
  for (const std::int64_t percent : persistence.percents()) {
    measure_size(run, persistence, percent, findings);
  }
  for (const std::string& sentence : l2_verdicts(findings)) run.verdict(sentence);
}

}  // namespace

void run_l2_persistence(Run& run) {
  const measuring::CardFacts& card = run.card();
  if (card.persisting_l2_max_bytes <= 0 || card.access_policy_window_max_bytes <= 0) {
    run.skip(fmt::format("{} sets nothing of its L2 cache aside", card.card));
    return;
  }
  std::size_t before = 0;
  {
    SetAside set_aside;
    before = set_aside.before();
    measure_sizes(run, set_aside);
  }
  std::size_t after = 0;
  check(cudaDeviceGetLimit(&after, cudaLimitPersistingL2CacheSize), "cudaDeviceGetLimit");
  run.gate("the card is left as it was", after == before,
           fmt::format("{} bytes were set aside before and {} are after", before, after));
}

}  // namespace strandline::lab
