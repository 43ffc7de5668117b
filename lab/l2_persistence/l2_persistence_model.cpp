// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What a reused region beside a stream should take: bytes at the rates of DRAM and of the L2 cache.
#include "l2_persistence/l2_persistence_model.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace strandline::lab {
namespace {

using Findings = std::vector<L2Finding>;

// Less than this share is no difference to speak of.
constexpr double kNotable = 0.05;

const L2Finding* find(const Findings& findings, std::int64_t percent, const std::string& loads,
                      const std::string& window) {
  const auto found = std::ranges::find_if(findings, [&](const L2Finding& own) {
    return own.percent == percent && own.loads == loads && own.window == window;
  });
  return found == findings.end() ? nullptr : &*found;
}

/// The names in the order in which they come first.
template <class Name>
std::vector<std::string> names_of(const Findings& findings, Name name) {
  std::vector<std::string> names;
  for (const L2Finding& own : findings) {
    if (std::ranges::find(names, name(own)) == names.end()) names.push_back(name(own));
  }
  return names;
}

/// Empty where the window was not tried with these loads.
std::string worth_of_window(const Findings& findings, const std::string& loads) {
  double least = 0;
  double most = 0;
  const L2Finding* best = nullptr;
  for (const L2Finding& without : findings) {
    if (without.loads != loads || without.window != "none") continue;
    const L2Finding* window = find(findings, without.percent, loads, "fitting");
    if (!window) continue;
    const double speedup = without.us / window->us;
    least = best ? std::min(least, speedup) : speedup;
    if (!best || speedup > most) {
      most = speedup;
      best = window;
    }
  }
  if (!best) return {};
  if (most <= 1 + kNotable) {
    return fmt::format("With loads by {} the window gains nothing: {:.2f} to {:.2f} times as fast.", loads, least,
                       most);
  }
  return fmt::format("With loads by {} the window makes a pass {:.2f} to {:.2f} times as fast, most at {:.1f} MiB.",
                     loads, least, most, best->region_mib);
}

const L2Finding& quickest(const Findings& findings, std::int64_t percent) {
  const L2Finding* best = nullptr;
  for (const L2Finding& own : findings) {
    if (own.percent == percent && (!best || own.us < best->us)) best = &own;
  }
  return *best;
}

std::string quickest_sentence(const Findings& findings) {
  std::vector<std::string> parts;
  for (const std::string& percent : names_of(findings, [](const auto& own) { return std::to_string(own.percent); })) {
    const L2Finding& best = quickest(findings, std::stoll(percent));
    parts.push_back(fmt::format("{:.1f} MiB: {}, {} ({:.1f} us)", best.region_mib, best.loads,
                                best.window == "none" ? "no window" : "window", best.us));
  }
  return fmt::format("Quickest by the region's size: {}.", fmt::join(parts, "; "));
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

std::vector<std::string> l2_verdicts(const Findings& findings) {
  std::vector<std::string> verdicts;
  for (const std::string& loads : names_of(findings, [](const auto& own) { return own.loads; })) {
    if (std::string sentence = worth_of_window(findings, loads); !sentence.empty()) verdicts.push_back(sentence);
  }
  if (!findings.empty()) verdicts.push_back(quickest_sentence(findings));
  return verdicts;
}

}  // namespace strandline::lab
