// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Times one filter with its taps in constant and in global memory, at two patterns of taps.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "constant/constant_filter.hpp"
#include "constant/constant_kernels.hpp"
#include "constant/constant_reference.hpp"
#include "harness/device_arrays.hpp"
#include "harness/run.hpp"
#include "results/random_inputs.hpp"

namespace strandline::lab {
namespace {

struct TapPattern {
  const char* name;
  std::uint32_t rotation_mask;
};
constexpr std::array<TapPattern, 2> kPatterns = {{{"broadcast", 0}, {"per-lane", kFilterTaps - 1}}};

// The taps' magnitudes add up to at most 1 and so do all partial sums; 32 roundings of 2^-24 each stay below this.
constexpr float kLargestTap = 1.0F / kFilterTaps;
constexpr Tolerance kTolerance{.relative = 0, .absolute = 2e-6};

/// One pattern at one size: both kernels, each with an output of its own.
class PatternCase {
 public:
  PatternCase(const TapPattern& pattern, const std::vector<float>& input, const std::vector<float>& taps,
              const float* device_input, const float* device_taps)
      : pattern_(pattern),
        n_(static_cast<std::int64_t>(input.size()) - (kFilterTaps - 1)),
        expected_(convolve_reference(input, taps, pattern.rotation_mask)),
        device_input_(device_input),
        device_taps_(device_taps),
        constant_output_(n_),
        global_output_(n_) {}

  const TapPattern& pattern() const { return pattern_; }
  double greatest_difference() const { return greatest_difference_; }
  std::vector<float> output() const { return download(constant_output_); }

  Contestant constant() {
    return contestant("constant", constant_output_, [launch = launch_to(constant_output_)](cudaStream_t stream) {
      launch_convolve_constant(launch, stream);
    });
  }

  Contestant global() {
    return contestant("global", global_output_,
                      [launch = launch_to(global_output_), taps = device_taps_](cudaStream_t stream) {
                        launch_convolve_global(launch, taps, stream);
                      });
  }

 private:
  ConstantLaunch launch_to(const cuda::DeviceBuffer<float>& output) const {
    return {.input = device_input_, .output = output.data(), .n = n_, .rotation_mask = pattern_.rotation_mask};
  }

  Contestant contestant(const char* memory, const cuda::DeviceBuffer<float>& output,
                        std::function<void(cudaStream_t)> enqueue) {
    const std::string what = fmt::format("the filter with {} taps, {}, at n = {}", memory, pattern_.name, n_);
    return {.name = what,
            .enqueue = std::move(enqueue),
            .poison = [&output](cudaStream_t stream) { poison(output, stream); },
            .check =
                [this, &output, what] {
                  const double difference = check_close(download(output), expected_, kTolerance, what);
                  greatest_difference_ = std::max(greatest_difference_, difference);
                }};
  }

  TapPattern pattern_;
  std::int64_t n_;
  std::vector<double> expected_;
  const float* device_input_;
  const float* device_taps_;
  cuda::DeviceBuffer<float> constant_output_;
  cuda::DeviceBuffer<float> global_output_;
  double greatest_difference_ = 0;
};

/// What gates and verdicts speak of, over all sizes.
struct Findings {
  double greatest_difference = 0;
  double smallest_share_that_differs = 1;
  std::vector<Row> by_row;
};

Row row_of(const PatternCase& own, std::int64_t n, const Measured& measured, std::size_t first) {
  Row row{.parameters = {{"pattern", own.pattern().name}, {"n", n}},
          .measured = {{"constant", measured.summaries[first]}, {"global", measured.summaries[first + 1]}}};
  row.predicted = {{"ratio", predicted_constant_ratio(own.pattern().rotation_mask)}};
  if (measured.summaries[first].has_samples()) {
    constexpr double kBytesPerMsPerGbps = 1e6;
    const double bytes = 2.0 * sizeof(float) * static_cast<double>(n);
    row.values = {{"ratio", measured.ratio(first, first + 1)},
                  {"global_gbps", bytes / measured.summaries[first + 1].median / kBytesPerMsPerGbps}};
  }
  return row;
}

double share_that_differs(const std::vector<float>& a, const std::vector<float>& b) {
  std::size_t different = 0;
  for (std::size_t i = 0; i < a.size(); ++i) different += a[i] != b[i] ? 1 : 0;
  return static_cast<double>(different) / static_cast<double>(a.size());
}

void run_size(Run& run, std::int64_t n, const std::vector<float>& taps, const float* device_taps, Findings& findings) {
  const std::vector<float> input = random_floats(n + kFilterTaps - 1, -1, 1, 1);
  const auto device_input = upload(input);
  PatternCase broadcast(kPatterns[0], input, taps, device_input.data(), device_taps);
  PatternCase per_lane(kPatterns[1], input, taps, device_input.data(), device_taps);
  const std::array contestants = {broadcast.constant(), broadcast.global(), per_lane.constant(), per_lane.global()};
  const Measured measured = run.measure(contestants);

  findings.by_row.push_back(row_of(broadcast, n, measured, 0));
  findings.by_row.push_back(row_of(per_lane, n, measured, 2));
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
  run.gate("both kernels agree with double precision", findings.greatest_difference <= kTolerance.absolute,
           fmt::format("the greatest difference in {} cases is {:.2g}, {:.2g} are allowed", wanted,
                       findings.greatest_difference, kTolerance.absolute));
  run.gate("per-lane differs from broadcast", findings.smallest_share_that_differs > 0.5,
           fmt::format("at least {:.1f} % of the outputs differ, at every size; more than 50 % must",
                       100 * findings.smallest_share_that_differs));
}

std::string compared(double ratio) {
  constexpr double kSame = 0.05;
  if (ratio < 1 - kSame)
    return fmt::format("quicker with constant taps ({:.2f} times the time with global ones)", ratio);
  if (ratio > 1 + kSame)
    return fmt::format("slower with constant taps ({:.2f} times the time with global ones)", ratio);
  return fmt::format("as quick with constant taps as with global ones ({:.2f} times the time)", ratio);
}

/// Of the largest size, where launching counts least.
void add_verdict_on_ratios(Run& run, const Findings& findings) {
  const std::int64_t largest = *std::ranges::max_element(run.sizes("n"));
  std::array<double, 2> ratios{};
  for (std::size_t i = 0; i < kPatterns.size(); ++i) {
    ratios[i] = std::numeric_limits<double>::quiet_NaN();
    for (const Row& row : findings.by_row) {
      if (row.parameters["pattern"] == kPatterns[i].name && row.parameters["n"] == largest)
        ratios[i] = measured_value(row, "ratio").value_or(ratios[i]);
    }
  }
  if (!std::isfinite(ratios[0]) || !std::isfinite(ratios[1])) return;
  run.verdict(
      fmt::format("At {} elements the filter is {} when all lanes want the same tap, and {} when each lane wants "
                  "its own.",
                  largest, compared(ratios[0]), compared(ratios[1])));
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
  const std::vector<float> taps = random_floats(kFilterTaps, -kLargestTap, kLargestTap, 2);
  const auto device_taps = upload(taps);
  copy_to_constant(taps.data());
  Findings findings;
  for (const std::int64_t n : run.sizes("n")) run_size(run, n, taps, device_taps.data(), findings);
  add_gates(run, findings);
  add_verdict_on_ratios(run, findings);
  add_verdict_on_launches(run, findings);
}

}  // namespace strandline::lab
