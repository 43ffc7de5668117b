// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Times one filter with its taps in constant memory, in global memory and in the code, at two patterns of taps.
#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "constant/constant_filter.hpp"
#include "constant/constant_kernels.hpp"
#include "constant/constant_reference.hpp"
#include "harness/device_arrays.hpp"
#include "harness/run.hpp"
#include "random_inputs.hpp"

namespace strandline::lab {
namespace {

struct TapPattern {
  const char* name;
  std::uint32_t rotation_mask;
};
constexpr std::array<TapPattern, 2> kPatterns = {{{"broadcast", 0}, {"per-lane", kFilterTaps - 1}}};

struct Place {
  const char* name;  // as rows have it
  TapPlace place;
  bool takes_any_pattern;  // else all lanes want the same tap
};
constexpr std::array<Place, 4> kPlaces = {{{"constant", TapPlace::constant, true},
                                           {"global", TapPlace::global, true},
                                           {"operand", TapPlace::operand, false},
                                           {"immediate", TapPlace::immediate, false}}};

constexpr Tolerance kTolerance{.relative = 0, .absolute = 2e-6};

std::vector<float> all_taps() {
  std::vector<float> taps;
  for (std::uint32_t tap = 0; tap < kFilterTaps; ++tap) taps.push_back(tap_value(tap));
  return taps;
}

/// One pattern at one size: a kernel for each place that the taps can be at, each with an output of its own.
class PatternCase {
 public:
  PatternCase(const TapPattern& pattern, const std::vector<float>& input, const float* device_input,
              const float* device_taps)
      : pattern_(pattern),
        n_(static_cast<std::int64_t>(input.size()) - (kFilterTaps - 1)),
        expected_(convolve_reference(input, all_taps(), pattern.rotation_mask)) {
    for (const Place& place : kPlaces) {
      if (!place.takes_any_pattern && pattern.rotation_mask != 0) continue;
      places_.push_back(place);
      outputs_.emplace_back(n_);
      launches_.push_back({device_input, device_taps, outputs_.back().data(), n_, pattern.rotation_mask});
    }
  }

  const TapPattern& pattern() const { return pattern_; }
  const std::vector<Place>& places() const { return places_; }
  double greatest_difference() const { return greatest_difference_; }
  std::vector<float> output() const { return download(outputs_.front()); }
  /// Input and output, each once.
  double bytes() const { return 2.0 * sizeof(float) * static_cast<double>(n_); }

  void add_contestants(std::vector<Contestant>& all) {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const std::string what = fmt::format("the filter, taps {}, {}, at n = {}", places_[i].name, pattern_.name, n_);
      all.push_back(
          {.name = what,
           .enqueue = [this, i](cudaStream_t stream) { launch_convolve(launches_[i], places_[i].place, stream); },
           .poison = [this, i](cudaStream_t stream) { poison(outputs_[i], stream); },
           .check =
               [this, i, what] {
                 const double difference = check_close(download(outputs_[i]), expected_, kTolerance, what);
                 greatest_difference_ = std::max(greatest_difference_, difference);
               },
           .work = {bytes(), "bytes"}});
    }
  }

 private:
  TapPattern pattern_;
  std::int64_t n_;
  std::vector<double> expected_;
  std::vector<Place> places_;
  std::vector<cuda::DeviceBuffer<float>> outputs_;
  std::vector<ConstantLaunch> launches_;
  double greatest_difference_ = 0;
};

/// What gates and verdicts speak of, over all sizes.
struct Findings {
  double greatest_difference = 0;
  double smallest_share_that_differs = 1;
  std::vector<Row> by_row;
};

/// `first` is the index of the pattern's first contestant; the second is that with global taps.
Row row_of(const PatternCase& own, std::int64_t n, const Measured& measured, std::size_t first) {
  Row row{.parameters = {{"pattern", own.pattern().name}, {"n", n}}, .values = {{"bytes", own.bytes()}}};
  const bool has_operands = own.places().size() > 2;
  row.predicted = {{"ratio", predicted_constant_ratio(own.pattern().rotation_mask)}};
  for (std::size_t i = 0; i < own.places().size(); ++i) {
    row.measured.emplace_back(own.places()[i].name, measured.summaries[first + i]);
  }
  if (has_operands) {
    for (const char* key : {"operand_ratio", "immediate_ratio"}) row.predicted[key] = kPredictedOperandRatio;
  }
  if (!measured.summaries[first].has_samples()) return row;
  constexpr double kBytesPerMsPerGbps = 1e6;
  row.values["ratio"] = measured.ratio(first, first + 1);
  row.values["const_gbps"] = own.bytes() / measured.summaries[first].median / kBytesPerMsPerGbps;
  row.values["global_gbps"] = own.bytes() / measured.summaries[first + 1].median / kBytesPerMsPerGbps;
  for (std::size_t i = 2; i < own.places().size(); ++i) {
    row.values[fmt::format("{}_ratio", own.places()[i].name)] = measured.ratio(first + i, first + 1);
  }
  return row;
}

double share_that_differs(const std::vector<float>& a, const std::vector<float>& b) {
  std::size_t different = 0;
  for (std::size_t i = 0; i < a.size(); ++i) different += a[i] != b[i] ? 1 : 0;
  return static_cast<double>(different) / static_cast<double>(a.size());
}

void run_size(Run& run, std::int64_t n, const float* device_taps, Findings& findings) {
  const std::vector<float> input = random_floats(n + kFilterTaps - 1, -1, 1, 1);
  const auto device_input = upload(input);
  PatternCase broadcast(kPatterns[0], input, device_input.data(), device_taps);
  PatternCase per_lane(kPatterns[1], input, device_input.data(), device_taps);
  std::vector<Contestant> contestants;
  broadcast.add_contestants(contestants);
  per_lane.add_contestants(contestants);
  const Measured measured = run.measure(contestants);

  findings.by_row.push_back(row_of(broadcast, n, measured, 0));
  findings.by_row.push_back(row_of(per_lane, n, measured, broadcast.places().size()));
  run.add(*(findings.by_row.end() - 2));
  run.add(findings.by_row.back());
  findings.greatest_difference =
      std::max({findings.greatest_difference, broadcast.greatest_difference(), per_lane.greatest_difference()});
  findings.smallest_share_that_differs =
      std::min(findings.smallest_share_that_differs, share_that_differs(broadcast.output(), per_lane.output()));
}

void add_gates(Run& run, const Findings& findings) {
  const auto sizes = static_cast<std::int64_t>(run.sizes("n").size());
  const std::int64_t wanted = sizes * static_cast<std::int64_t>(kPatterns.size());
  run.gate("one row for each size and pattern", run.rows() == wanted,
           fmt::format("{} rows of {}: {} sizes, {} patterns", run.rows(), wanted, sizes, kPatterns.size()));
  run.gate("all kernels agree with double precision", findings.greatest_difference <= kTolerance.absolute,
           fmt::format("the greatest difference in {} cases is {:.2g}, {:.2g} are allowed", wanted,
                       findings.greatest_difference, kTolerance.absolute));
  run.gate("per-lane differs from broadcast", findings.smallest_share_that_differs > 0.5,
           fmt::format("at least {:.1f} % of the outputs differ, at every size; more than 50 % must",
                       100 * findings.smallest_share_that_differs));
}

/// At the largest size, where launching counts least; nothing without samples.
std::optional<double> value_at_largest(const Run& run, const Findings& findings, const char* pattern, const char* key) {
  const std::int64_t largest = *std::ranges::max_element(run.sizes("n"));
  for (const Row& row : findings.by_row) {
    if (row.parameters["pattern"] == pattern && row.parameters["n"] == largest) return measured_value(row, key);
  }
  return std::nullopt;
}

std::string compared(double ratio) {
  constexpr double kSame = 0.05;
  if (ratio < 1 - kSame)
    return fmt::format("quicker with constant taps ({:.2f} times the time with global ones)", ratio);
  if (ratio > 1 + kSame)
    return fmt::format("slower with constant taps ({:.2f} times the time with global ones)", ratio);
  return fmt::format("as quick with constant taps as with global ones ({:.2f} times the time)", ratio);
}

void add_verdicts_on_ratios(Run& run, const Findings& findings) {
  const auto at_largest = [&](const char* pattern, const char* key) {
    return value_at_largest(run, findings, pattern, key);
  };
  const auto same = at_largest("broadcast", "ratio");
  const auto own = at_largest("per-lane", "ratio");
  const auto operand = at_largest("broadcast", "operand_ratio");
  const auto immediate = at_largest("broadcast", "immediate_ratio");
  if (!same || !own || !operand || !immediate) return;
  const std::int64_t largest = *std::ranges::max_element(run.sizes("n"));
  run.verdict(
      fmt::format("At {} elements, where the taps' indices are known at run time only, the filter is {} when all lanes "
                  "want the same tap, and {} when each lane wants its own.",
                  largest, compared(*same), compared(*own)));
  run.verdict(
      fmt::format("Where the compiler knows the indices, constant taps are operands of the arithmetic and take {:.2f} "
                  "times the time of global ones; taps that stand in the code take {:.2f} times.",
                  *operand, *immediate));
}

/// Whether the smallest size is about the kernels at all.
void add_verdict_on_launches(Run& run, const Findings& findings) {
  const auto [smallest, largest] = std::ranges::minmax(run.sizes("n"));
  double smallest_ms = 0;
  double largest_ms = 0;
  for (const Row& row : findings.by_row) {
    if (row.parameters["pattern"] != kPatterns[0].name) continue;
    const double global_ms = measured_value(row, "global").value_or(0);
    if (row.parameters["n"] == smallest) smallest_ms = global_ms;
    if (row.parameters["n"] == largest) largest_ms = global_ms;
  }
  if (smallest == largest || smallest_ms <= 0 || largest_ms <= 0) return;
  const double work_ms = largest_ms * static_cast<double>(smallest) / static_cast<double>(largest);
  if (work_ms > smallest_ms / 2) return;
  run.verdict(fmt::format(
      "At {} elements a call with global taps takes {:.1f} us, of which {:.2g} us would be work at the pace of "
      "{} elements: that size measures launching more than memory.",
      smallest, 1e3 * smallest_ms, 1e3 * work_ms, largest));
}

}  // namespace

void run_constant(Run& run) {
  const std::vector<float> taps = all_taps();
  const auto device_taps = upload(taps);
  copy_to_constant(taps.data());
  Findings findings;
  for (const std::int64_t n : run.sizes("n")) run_size(run, n, device_taps.data(), findings);
  add_gates(run, findings);
  add_verdicts_on_ratios(run, findings);
  add_verdict_on_launches(run, findings);
}

}  // namespace strandline::lab
