// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What a reused region beside a stream should take: bytes at the rates of DRAM and of the L2 cache.
#include "l2_persistence/l2_persistence_model.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace strandline::lab {
namespace {

// Less than this share is no difference to speak of.
constexpr double kNotable = 0.05;

std::string region_text(const L2Finding& finding) {
  constexpr double kBytesPerMib = 1 << 20;
  return fmt::format("a region of {} % of the set-aside ({:.1f} MiB)", finding.percent,
                     static_cast<double>(finding.region_bytes) / kBytesPerMib);
}

std::string best_verdict(const L2Finding& best) {
  if (best.speedup <= 1 + kNotable) {
    return fmt::format("The window is worth nothing here: a factor of {:.2f} at best, to {}.", best.speedup,
                       region_text(best));
  }
  return fmt::format(
      "The window is worth most to {}: a factor of {:.2f} in time. A stream that is evicted first, and "
      "no window, is worth a factor of {:.2f} there.",
      region_text(best), best.speedup, best.evict_first_speedup);
}

std::string hit_ratio_verdict(const L2Finding& largest) {
  const double ratio = largest.ratio_1_over_fitting;
  const char* meaning = "no difference to speak of";
  if (ratio > 1 + kNotable) meaning = "too much that persists pushes itself out";
  if (ratio < 1 - kNotable) meaning = "a ratio of 1 is the better one";
  return fmt::format("With a hit ratio of 1 {} takes {:.2f} times as long as with the ratio that fits: {}.",
                     region_text(largest), ratio, meaning);
}

}  // namespace

double hit_ratio_for(std::int64_t window_bytes, std::int64_t set_aside_bytes) {
  return std::min(1.0, static_cast<double>(set_aside_bytes) / static_cast<double>(window_bytes));
}

double kept_without_window(const L2Work& work, std::int64_t l2_bytes) {
  return work.region_bytes * (1 + work.streamed_per_reused) <= l2_bytes ? 1 : 0;
}

double kept_with_window(const L2Work& work, std::int64_t window_bytes, double hit_ratio, std::int64_t set_aside_bytes) {
  const double persisting_bytes = hit_ratio * static_cast<double>(window_bytes);
  // More than fits pushes itself out, pass after pass. A byte of rounding doesn't.
  if (persisting_bytes > static_cast<double>(set_aside_bytes) + 1) return 0;
  return persisting_bytes / static_cast<double>(work.region_bytes);
}

double predicted_cycles(const L2Work& work, double kept, const L2Rates& rates) {
  const auto reused = static_cast<double>(work.reused_bytes());
  const auto streamed = static_cast<double>(work.streamed_bytes());
  const double found = kept * static_cast<double>(work.region_bytes * (work.passes - 1));
  const double from_dram = streamed + reused - found;
  return std::max(from_dram / rates.dram, (streamed + reused) / rates.l2);
}

std::vector<std::string> l2_verdicts(const std::vector<L2Finding>& findings) {
  if (findings.empty()) return {};
  const auto [worst, best] = std::minmax_element(findings.begin(), findings.end(),
                                                 [](const auto& a, const auto& b) { return a.speedup < b.speedup; });
  const auto largest = std::max_element(findings.begin(), findings.end(),
                                        [](const auto& a, const auto& b) { return a.percent < b.percent; });
  std::vector<std::string> verdicts = {best_verdict(*best)};
  if (worst->speedup < 1 - kNotable) {
    verdicts.push_back(fmt::format("The window costs, too: {} takes {:.2f} times as long as without it.",
                                   region_text(*worst), 1 / worst->speedup));
  }
  constexpr std::int64_t kWholeSetAside = 100;
  if (largest->percent > kWholeSetAside) verdicts.push_back(hit_ratio_verdict(*largest));
  return verdicts;
}

}  // namespace strandline::lab
