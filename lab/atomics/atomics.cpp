// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Times atomic additions by space, operation, and how many lanes and warps meet at a word.
#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "atomics/atomics_kernels.hpp"
#include "atomics/atomics_pattern.hpp"
#include "harness/device_arrays.hpp"
#include "harness/run.hpp"

namespace strandline::lab {
namespace {

struct Layout {
  const char* name;
  AtomicSpace space;
  std::int64_t apart_bytes;
  bool is_own;  ///< each warp's words are its own, or those of its block in shared memory
};
constexpr std::array<Layout, 6> kLayouts = {{
    {"neighbouring words", AtomicSpace::shared, 4, true},
    {"words of one bank", AtomicSpace::shared, 128, true},
    {"neighbouring words, the same for all warps", AtomicSpace::global, 4, false},
    {"128 bytes apart, the same for all warps", AtomicSpace::global, 128, false},
    {"neighbouring words, each warp its own", AtomicSpace::global, 4, true},
    {"128 bytes apart, each warp its own", AtomicSpace::global, 128, true},
}};

struct AtomicCase {
  const Layout* layout = nullptr;
  AtomicPattern pattern;
  bool returns = false;
};

std::vector<AtomicCase> cases_of(const Run& run) {
  std::vector<AtomicCase> cases;
  for (const Layout& layout : kLayouts) {
    for (const std::int64_t addresses : run.sizes("addresses")) {
      for (const bool returns : {false, true}) cases.push_back({&layout, {addresses, layout.apart_bytes}, returns});
    }
  }
  return cases;
}

class Atomics {
 public:
  explicit Atomics(Run& run)
      : run_(run),
        blocks_(run.size("blocks_per_multiprocessor") * run.card().multiprocessors),
        cases_(cases_of(run)),
        words_(most_words()),
        returned_(blocks_ * kAtomicThreads) {
    std::vector<std::uint32_t> offsets;
    for (const AtomicCase& own : cases_) {
      for (int lane = 0; lane < kWarpLanes; ++lane) offsets.push_back(own.pattern.offset(lane));
    }
    offsets_ = upload(offsets);
  }

  /// Each layout in turns of its own, since their calls differ a thousandfold.
  void measure() {
    std::size_t first = 0;
    while (first < cases_.size()) {
      std::size_t end = first;
      std::vector<Contestant> contestants;
      while (end < cases_.size() && cases_[end].layout == cases_[first].layout)
        contestants.push_back(contestant(end++));
      const Measured measured = run_.measure(contestants);
      for (std::size_t i = first; i < end; ++i) run_.add(row(cases_[i], measured.summaries[i - first]));
      tell(std::span(cases_).subspan(first, end - first), measured);
      first = end;
    }
  }

 private:
  std::int64_t warps() const { return blocks_ * (kAtomicThreads / kWarpLanes); }
  std::int64_t turns(const AtomicCase& own) const {
    const std::int64_t updates = run_.size(is_shared(own) ? "shared_updates" : "global_updates");
    return (updates + kUpdatesATurn - 1) / kUpdatesATurn;
  }
  double requests(const AtomicCase& own) const { return static_cast<double>(warps() * turns(own) * kUpdatesATurn); }

  static bool is_shared(const AtomicCase& own) { return own.layout->space == AtomicSpace::shared; }
  /// In memory there are so many regions of words, to each of which as many warps add.
  std::int64_t regions(const AtomicCase& own) const {
    if (is_shared(own)) return blocks_;
    return own.layout->is_own ? warps() : 1;
  }
  static std::int64_t region_words(const AtomicCase& own) {
    return is_shared(own) ? kSharedAtomicWords : own.pattern.words();
  }
  std::int64_t most_words() const {
    std::int64_t most = 0;
    for (const AtomicCase& own : cases_) most = std::max(most, regions(own) * region_words(own));
    return most;
  }

  Contestant contestant(std::size_t i) {
    const AtomicCase& own = cases_[i];
    const AtomicsLaunch launch{.space = own.layout->space,
                               .returns = own.returns,
                               .offsets = offsets_.data() + i * kWarpLanes,
                               .words = words_.data(),
                               .returned = returned_.data(),
                               .words_between_warps = own.layout->is_own ? region_words(own) : 0,
                               .turns = turns(own),
                               .blocks = blocks_};
    const auto bytes = static_cast<std::size_t>(regions(own) * region_words(own)) * sizeof(std::uint32_t);
    const std::string name = fmt::format("{} additions, {}, {} addresses", own.returns ? "atom" : "red",
                                         own.layout->name, own.pattern.addresses);
    return {.name = name,
            .enqueue =
                [launch, bytes](cudaStream_t stream) {
                  if (launch.space == AtomicSpace::global) {
                    cuda::check(cudaMemsetAsync(launch.words, 0, bytes, stream), "cudaMemsetAsync");
                  }
                  launch_atomics(launch, stream);
                },
            .poison =
                [this](cudaStream_t stream) {
                  poison(words_, stream);
                  poison(returned_, stream);
                },
            .check = [this, &own, name] { check(own, name); },
            .work = {requests(own) * kWarpLanes, "updates"}};
  }

  void check(const AtomicCase& own, const std::string& what) const {
    const auto per_warp = static_cast<std::uint64_t>(turns(own) * kUpdatesATurn);
    const auto warps_at_each = static_cast<std::uint64_t>(warps() / regions(own));
    std::vector<std::uint32_t> region(static_cast<std::size_t>(region_words(own)), 0);
    std::uint32_t returned = 0;
    for (std::int64_t address = 0; address < own.pattern.addresses; ++address) {
      const std::uint64_t updates =
          per_warp * warps_at_each * static_cast<std::uint64_t>(own.pattern.lanes_at(address));
      region[own.pattern.offset(static_cast<int>(address)) / sizeof(std::uint32_t)] =
          static_cast<std::uint32_t>(updates);
      // What was there before the first, the second, ...: 0 + 1 + ...
      const std::uint64_t before = updates % 2 == 0 ? updates / 2 * (updates - 1) : (updates - 1) / 2 * updates;
      returned += static_cast<std::uint32_t>(before);
    }
    std::vector<std::uint32_t> found = download(words_);
    found.resize(static_cast<std::size_t>(regions(own)) * region.size());
    std::vector<std::uint32_t> expected(found.size());
    for (std::size_t word = 0; word < expected.size(); ++word) expected[word] = region[word % region.size()];
    check_equal(found, expected, what);
    const std::vector<std::uint32_t> all = download(returned_);
    const std::vector<std::uint32_t> sum = {std::accumulate(all.begin(), all.end(), 0U)};
    check_equal(sum, std::vector{own.returns ? returned * static_cast<std::uint32_t>(regions(own)) : 0U},
                what + ", what they returned");
  }

  Row row(const AtomicCase& own, const Summary& summary) const {
    Row row{.parameters = {{"space", is_shared(own) ? "shared" : "global"},
                           {"layout", own.layout->name},
                           {"operation", own.returns ? "atom" : "red"},
                           {"addresses", own.pattern.addresses}},
            .measured = {{"time", summary}}};
    if (is_shared(own)) row.predicted = {{"cycles_per_request", own.pattern.shared_passes()}};
    if (!summary.has_samples()) return row;
    row.values = {{"cycles_per_request", cycles_per_request(own, summary)},
                  {"g_updates_per_s", g_updates_per_s(own, summary)}};
    return row;
  }

  /// Of a multiprocessor.
  double cycles_per_request(const AtomicCase& own, const Summary& summary) const {
    constexpr double kCyclesPerMsPerMhz = 1000;
    return summary.median * run_.clock_mhz() * kCyclesPerMsPerMhz * run_.card().multiprocessors / requests(own);
  }

  double g_updates_per_s(const AtomicCase& own, const Summary& summary) const {
    constexpr double kNsPerMs = 1e6;
    return requests(own) * kWarpLanes / (summary.median * kNsPerMs);
  }

  /// The fewest addresses beside the most, of what returns nothing.
  void tell(std::span<const AtomicCase> cases, const Measured& measured) {
    const auto by_addresses = [&](std::size_t i) { return cases[i].pattern.addresses; };
    std::vector<std::size_t> own;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (!cases[i].returns && measured.summaries[i].has_samples()) own.push_back(i);
    }
    if (own.empty()) return;
    const std::size_t few = std::ranges::min(own, {}, by_addresses);
    const std::size_t many = std::ranges::max(own, {}, by_addresses);
    run_.verdict(fmt::format(
        "{} memory, {}: {:.3g} * 10^9 additions a second where a warp's lanes add to {} address{}, "
        "{:.3g} where they add to {}.",
        is_shared(cases[few]) ? "Shared" : "Global", cases[few].layout->name,
        g_updates_per_s(cases[few], measured.summaries[few]), by_addresses(few), by_addresses(few) == 1 ? "" : "es",
        g_updates_per_s(cases[many], measured.summaries[many]), by_addresses(many)));
  }

  Run& run_;
  std::int64_t blocks_;
  std::vector<AtomicCase> cases_;
  cuda::DeviceBuffer<std::uint32_t> words_;
  cuda::DeviceBuffer<std::uint32_t> returned_;
  cuda::DeviceBuffer<std::uint32_t> offsets_;
};

}  // namespace

void run_atomics(Run& run) { Atomics(run).measure(); }

}  // namespace strandline::lab
