// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Reads shared memory at every stride and sets the time beside the model's bank conflicts.
#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include <fmt/format.h>

#include "banks/banks_kernels.hpp"
#include "banks/banks_pattern.hpp"
#include "harness/device_arrays.hpp"
#include "harness/run.hpp"

namespace strandline::lab {
namespace {

constexpr std::array<int, 3> kWidthsBytes = {4, 8, 16};

struct Pattern {
  int width_bytes = 4;
  std::int64_t stride = 1;
};

std::vector<std::uint32_t> random_words(std::int64_t count) {
  std::mt19937 random(2);
  std::vector<std::uint32_t> words(static_cast<std::size_t>(count));
  for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
  return words;
}

/// What each of a warp's lanes sums up.
std::array<std::uint32_t, kWarpLanes> expected_sums(const std::vector<std::uint32_t>& words,
                                                    const BanksLaunch& launch) {
  std::array<std::uint32_t, kWarpLanes> sums{};
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    const std::int64_t first = bank_lane_word(lane, launch.stride, launch.width_bytes, launch.shared_words);
    for (std::int64_t read = 0; read < launch.reads; ++read) {
      for (int word = 0; word < launch.width_bytes / kSharedBankBytes; ++word) {
        sums[lane] += words[static_cast<std::size_t>(first + read % kBankSteps * kBankStepWords + word)];
      }
    }
  }
  return sums;
}

/// The patterns, each width's stride 1 first, with all that it takes to run them.
class Banks {
 public:
  explicit Banks(Run& run)
      : run_(run),
        blocks_(run.size("blocks_per_multiprocessor") * run.card().multiprocessors),
        words_(random_words(run.size("shared_words"))),
        device_words_(upload(words_)),
        sums_(blocks_ * kBanksThreads) {
    for (const int width_bytes : kWidthsBytes) {
      patterns_.push_back({width_bytes, 1});
      for (const std::int64_t stride : run.sizes("strides")) {
        if (stride != 1) patterns_.push_back({width_bytes, stride});
      }
    }
  }

  const std::vector<Pattern>& patterns() const { return patterns_; }

  std::vector<Contestant> contestants() {
    std::vector<Contestant> all;
    for (const Pattern& pattern : patterns_) all.push_back(contestant(pattern));
    return all;
  }

  SharedMemoryCost cost(const Pattern& pattern) const {
    return shared_memory_cost(BankAddresses{pattern.stride, pattern.width_bytes, run_.size("shared_words")},
                              pattern.width_bytes);
  }

  /// Cycles of a multiprocessor for each request of a warp.
  double cycles_per_request(double ms) const {
    const double warps = static_cast<double>(run_.size("blocks_per_multiprocessor")) * kBanksThreads / kWarpLanes;
    constexpr double kCyclesPerMsPerMhz = 1000;
    return ms * run_.clock_mhz() * kCyclesPerMsPerMhz / (warps * static_cast<double>(run_.size("reads")));
  }

 private:
  Contestant contestant(const Pattern& pattern) {
    const BanksLaunch launch{.words = device_words_.data(),
                             .sums = sums_.data(),
                             .shared_words = run_.size("shared_words"),
                             .reads = run_.size("reads"),
                             .stride = pattern.stride,
                             .width_bytes = pattern.width_bytes,
                             .blocks = blocks_};
    return {.name = fmt::format("stride {} of {} bytes", pattern.stride, pattern.width_bytes),
            .enqueue = [launch](cudaStream_t stream) { launch_banks(launch, stream); },
            .poison = [this](cudaStream_t stream) { poison(sums_, stream); },
            .check = [this, launch] { check_sums(launch); }};
  }

  void check_sums(const BanksLaunch& launch) const {
    const auto of_lanes = expected_sums(words_, launch);
    std::vector<std::uint32_t> expected(static_cast<std::size_t>(sums_.size()));
    for (std::size_t thread = 0; thread < expected.size(); ++thread) expected[thread] = of_lanes[thread % kWarpLanes];
    check_equal(download(sums_), expected,
                fmt::format("reading at stride {} and {} bytes", launch.stride, launch.width_bytes));
  }

  Run& run_;
  std::int64_t blocks_;
  std::vector<Pattern> patterns_;
  std::vector<std::uint32_t> words_;
  cuda::DeviceBuffer<std::uint32_t> device_words_;
  cuda::DeviceBuffer<std::uint32_t> sums_;
};

/// The pattern that is furthest from the model, relatively.
struct Worst {
  double deviation = 0;
  Pattern pattern;

  void look_at(const Row& row, const Pattern& own) {
    const auto all = deviations(row);
    const auto found = all.find("relative_time");
    if (found == all.end() || std::abs(found->second) <= std::abs(deviation)) return;
    deviation = found->second;
    pattern = own;
  }
};

}  // namespace

void run_banks(Run& run) {
  Banks banks(run);
  const Measured measured = run.measure(banks.contestants());
  Worst worst;
  std::size_t stride_1 = 0;
  for (std::size_t i = 0; i < banks.patterns().size(); ++i) {
    const Pattern& pattern = banks.patterns()[i];
    if (pattern.stride == 1) stride_1 = i;
    const SharedMemoryCost cost = banks.cost(pattern);
    Row row{.parameters = {{"width_bytes", pattern.width_bytes}, {"stride", pattern.stride}},
            .measured = {{"time", measured.summaries[i]}}};
    row.predicted = {
        {"relative_time", static_cast<double>(cost.wavefronts) / banks.cost(banks.patterns()[stride_1]).wavefronts},
        {"cycles_per_request", cost.wavefronts}};
    if (measured.summaries[i].has_samples()) {
      row.values = {{"relative_time", measured.ratio(i, stride_1)},
                    {"cycles_per_request", banks.cycles_per_request(measured.summaries[i].median)}};
    }
    worst.look_at(row, pattern);
    run.add(row);
  }
  run.verdict(
      fmt::format("Of {} patterns the one furthest from the model's wavefronts is stride {} at {} bytes, whose "
                  "time relative to stride 1 is {:+.1f} % off.",
                  banks.patterns().size(), worst.pattern.stride, worst.pattern.width_bytes, 100 * worst.deviation));
}

}  // namespace strandline::lab
