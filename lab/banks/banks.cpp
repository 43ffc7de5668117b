// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Reads shared memory by every pattern and sets the time beside the model's bank conflicts.
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

std::vector<std::uint32_t> random_words(std::int64_t count) {
  std::mt19937 random(2);
  std::vector<std::uint32_t> words(static_cast<std::size_t>(count));
  for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
  return words;
}

/// Each width's stride 1 first, to which its other strides are compared; then the patterns that have names.
std::vector<BankPattern> all_patterns(const Run& run) {
  std::vector<BankPattern> all;
  for (const int width_bytes : {2, 4, 8, 16}) {
    all.push_back(strided_pattern(width_bytes, 1, run.size("shared_words")));
    for (const std::int64_t stride : run.sizes("strides")) {
      if (stride != 1) all.push_back(strided_pattern(width_bytes, stride, run.size("shared_words")));
    }
  }
  for (BankPattern& pattern : named_patterns()) all.push_back(std::move(pattern));
  return all;
}

std::string name_of(const BankPattern& pattern) {
  return fmt::format("{} of {} bytes", pattern.stride < 0 ? pattern.name : fmt::format("stride {}", pattern.stride),
                     pattern.width_bytes);
}

/// The patterns with all that it takes to run them.
class Banks {
 public:
  explicit Banks(Run& run)
      : run_(run),
        blocks_(run.size("blocks_per_multiprocessor") * run.card().multiprocessors),
        turns_((run.size("reads") + kBankSteps - 1) / kBankSteps),
        patterns_(all_patterns(run)),
        words_(random_words(run.size("shared_words"))),
        device_words_(upload(words_)),
        sums_(blocks_ * kBanksThreads) {
    std::vector<std::uint32_t> offsets;
    for (const BankPattern& pattern : patterns_)
      offsets.insert(offsets.end(), pattern.offsets.begin(), pattern.offsets.end());
    device_offsets_ = upload(offsets);
  }

  const std::vector<BankPattern>& patterns() const { return patterns_; }

  std::vector<Contestant> contestants() {
    std::vector<Contestant> all;
    for (std::size_t i = 0; i < patterns_.size(); ++i) all.push_back(contestant(i));
    return all;
  }

  /// Cycles of a multiprocessor for each request of a warp.
  double cycles_per_request(double ms) const {
    constexpr double kCyclesPerMsPerMhz = 1000;
    return ms * run_.clock_mhz() * kCyclesPerMsPerMhz * run_.card().multiprocessors / requests();
  }

 private:
  double requests() const { return static_cast<double>(blocks_ * (kBanksThreads / kWarpLanes) * turns_ * kBankSteps); }

  Contestant contestant(std::size_t i) {
    const BankPattern& pattern = patterns_[i];
    const BanksLaunch launch{.words = device_words_.data(),
                             .offsets = device_offsets_.data() + i * kWarpLanes,
                             .sums = sums_.data(),
                             .shared_words = run_.size("shared_words"),
                             .turns = turns_,
                             .blocks = blocks_};
    return {.name = name_of(pattern),
            .enqueue = [&pattern, launch](
                           cudaStream_t stream) { launch_banks(launch, pattern.width_bytes, pattern.read, stream); },
            .poison = [this](cudaStream_t stream) { poison(sums_, stream); },
            .check = [this, &pattern] { check_sums(pattern); },
            .work = {requests(), "requests"}};
  }

  void check_sums(const BankPattern& pattern) const {
    std::array<std::uint32_t, kWarpLanes> of_lanes{};
    for (int lane = 0; lane < kWarpLanes; ++lane) {
      for (int step = 0; step < kBankSteps; ++step) of_lanes[lane] += found_by_lane(pattern, lane, step, words_);
      of_lanes[lane] *= static_cast<std::uint32_t>(turns_);
    }
    std::vector<std::uint32_t> expected(static_cast<std::size_t>(sums_.size()));
    for (std::size_t thread = 0; thread < expected.size(); ++thread) expected[thread] = of_lanes[thread % kWarpLanes];
    check_equal(download(sums_), expected, name_of(pattern));
  }

  Run& run_;
  std::int64_t blocks_;
  std::int64_t turns_;
  std::vector<BankPattern> patterns_;
  std::vector<std::uint32_t> words_;
  cuda::DeviceBuffer<std::uint32_t> device_words_;
  cuda::DeviceBuffer<std::uint32_t> device_offsets_;
  cuda::DeviceBuffer<std::uint32_t> sums_;
};

/// `stride_1` is the index of the width's own.
Row row_of(const Banks& banks, std::size_t i, std::size_t stride_1, const Measured& measured) {
  const BankPattern& pattern = banks.patterns()[i];
  const SharedMemoryCost cost = pattern.cost();
  Row row{.parameters = {{"width_bytes", pattern.width_bytes}}, .measured = {{"time", measured.summaries[i]}}};
  const bool is_stride = pattern.stride >= 0;
  if (is_stride) {
    row.parameters["stride"] = pattern.stride;
  } else {
    row.parameters["pattern"] = pattern.name;
  }
  if (is_stride) {
    row.predicted["relative_time"] =
        static_cast<double>(cost.wavefronts) / banks.patterns()[stride_1].cost().wavefronts;
  }
  row.predicted["cycles_per_request"] = cost.wavefronts;
  row.predicted["conflict_degree"] = cost.conflict_degree();
  if (!measured.summaries[i].has_samples()) return row;
  if (is_stride) row.values["relative_time"] = measured.ratio(i, stride_1);
  row.values["cycles_per_request"] = banks.cycles_per_request(measured.summaries[i].median);
  return row;
}

/// The pattern that is furthest from the model, relatively.
struct Worst {
  double deviation = 0;
  std::string pattern;

  void look_at(const Row& row, const BankPattern& own) {
    const auto all = deviations(row);
    const auto found = all.find("cycles_per_request");
    if (found == all.end() || std::abs(found->second) <= std::abs(deviation)) return;
    deviation = found->second;
    pattern = name_of(own);
  }
};

}  // namespace

void run_banks(Run& run) {
  Banks banks(run);
  const Measured measured = run.measure(banks.contestants());
  Worst worst;
  std::size_t stride_1 = 0;
  for (std::size_t i = 0; i < banks.patterns().size(); ++i) {
    if (banks.patterns()[i].stride == 1) stride_1 = i;
    const Row row = row_of(banks, i, stride_1, measured);
    worst.look_at(row, banks.patterns()[i]);
    run.add(row);
  }
  if (worst.pattern.empty()) return;
  run.verdict(
      fmt::format("Of {} patterns the one furthest from the model's wavefronts is {}, whose cycles a request are "
                  "{:+.1f} % off.",
                  banks.patterns().size(), worst.pattern, 100 * worst.deviation));
}

}  // namespace strandline::lab
