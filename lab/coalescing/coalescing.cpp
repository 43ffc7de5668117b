// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Loads from global memory at every stride and alignment, out of L1, L2 and DRAM, beside the model's counts.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "coalescing/coalescing_contest.hpp"
#include "coalescing/coalescing_model.hpp"
#include "harness/run.hpp"

namespace strandline::lab {
namespace {

constexpr std::array<int, 3> kWidthsBytes = {4, 8, 16};

/// Sectors of a wide access stop to grow at a small stride, so beyond L1 only these of its larger ones are worth a
/// time.
bool is_worth_measuring(Level level, const LoadPattern& pattern) {
  constexpr std::int64_t kLastOfAll = 8;
  constexpr std::array<std::int64_t, 3> kOfTheOthers = {16, 32, 33};
  return level == Level::l1 || pattern.width_bytes == kWordBytes || pattern.stride <= kLastOfAll ||
         std::ranges::find(kOfTheOthers, pattern.stride) != kOfTheOthers.end();
}

/// Stride 1 at a line's start first.
std::vector<LoadPattern> patterns_of(const Run& run, Level level, int width_bytes) {
  std::vector<LoadPattern> patterns = {{width_bytes, 1, 0}};
  for (const std::int64_t stride : run.sizes("strides")) {
    const LoadPattern pattern{width_bytes, stride, 0};
    if (stride != 1 && is_worth_measuring(level, pattern)) patterns.push_back(pattern);
  }
  for (const std::int64_t offset : run.sizes("offsets")) {
    const std::int64_t offset_bytes = offset * kWordBytes;
    if (offset != 0 && offset_bytes % width_bytes == 0) patterns.push_back({width_bytes, 1, offset_bytes});
  }
  return patterns;
}

/// What was found of a level, all widths together, for its verdict.
struct Findings {
  std::vector<double> found;
  std::vector<double> by_model;
  std::vector<double> by_rival;  ///< the other reading of the level's bill
};

/// What the two readings of a level's bill count, in words.
struct Readings {
  std::string_view model;
  std::string_view rival;
};

Readings readings_of(Level level) {
  if (level == Level::l1) return {"its wavefronts", "wavefronts with L1's tags in four hashed banks"};
  if (level == Level::l2) return {"its sectors", "one look-up for two sectors of a line"};
  return {"its sectors", "sectors fetched in pairs"};
}

/// Times of one level and width, as rows.
class Group {
 public:
  Group(Run& run, Level level, const std::vector<Loads>& loads) : run_(run), level_(level), loads_(loads) {
    for (const Loads& own : loads) charges_.push_back(pattern_charge(own.pattern));
    std::vector<Contestant> contestants;
    for (const Loads& own : loads) contestants.push_back(own.contestant);
    measured_ = run.measure(contestants);
  }

  void add_rows(Findings& findings) {
    for (std::size_t i = 0; i < loads_.size(); ++i) {
      const Row row = this->row(i);
      run_.add(row);
      if (i == 0 || !row.values.contains("relative_time")) continue;
      findings.found.push_back(row.values.at("relative_time").get<double>());
      findings.by_model.push_back(row.predicted.at("relative_time").get<double>());
      findings.by_rival.push_back(row.predicted.at(rival_key()).get<double>());
    }
  }

  /// GB/s of stride 1: of what lanes want in L1, of sectors elsewhere. NaN when there are no samples.
  double rate() const { return gb_per_s(0); }

 private:
  const char* rival_key() const {
    if (level_ == Level::l1) return "relative_time_by_tag_banks";
    return level_ == Level::l2 ? "relative_time_by_lookups" : "relative_time_by_pairs";
  }

  int cost(std::size_t i) const {
    if (level_ == Level::l1) return charges_[i].l1_wavefronts;
    return level_ == Level::l2 ? charges_[i].sectors : charges_[i].fresh_sectors;
  }

  double rival_cost(std::size_t i) const {
    if (level_ == Level::l1) return charges_[i].l1_wavefronts_by_tag_banks;
    return level_ == Level::l2 ? charges_[i].l2_lookups : charges_[i].fresh_pairs;
  }

  double relative_time(std::size_t i) const {
    return measured_.ratio(i, 0) * static_cast<double>(loads_[0].requests) / static_cast<double>(loads_[i].requests);
  }

  /// Of a multiprocessor, in L1.
  double cycles_per_request(std::size_t i) const {
    return measured_.summaries[i].median / static_cast<double>(loads_[i].requests);
  }

  double gb_per_s(std::size_t i) const {
    if (!measured_.summaries[i].has_samples()) return std::nan("");
    if (level_ == Level::l1) {
      constexpr double kMhzPerGhz = 1000;
      const double bytes = static_cast<double>(kWarpLanes) * loads_[i].pattern.width_bytes;
      return bytes / cycles_per_request(i) * run_.card().multiprocessors * run_.clock_mhz() / kMhzPerGhz;
    }
    constexpr double kNsPerMs = 1e6;
    const double bytes = static_cast<double>(kGlobalSectorBytes) * cost(i) * static_cast<double>(loads_[i].requests);
    return bytes / (measured_.summaries[i].median * kNsPerMs);
  }

  Json parameters(const LoadPattern& pattern, bool is_first) const {
    Json all = {{"level", level_name(level_)}, {"width_bytes", pattern.width_bytes}};
    if (pattern.offset_bytes == 0) all["stride"] = pattern.stride;
    if (pattern.offset_bytes != 0 || is_first) all["offset_words"] = pattern.offset_bytes / kWordBytes;
    return all;
  }

  Row row(std::size_t i) const {
    Row row{.parameters = parameters(loads_[i].pattern, i == 0), .measured = {{"time", measured_.summaries[i]}}};
    row.predicted = {{"relative_time", static_cast<double>(cost(i)) / cost(0)}};
    row.predicted[rival_key()] = rival_cost(i) / rival_cost(0);
    if (level_ == Level::l1) row.predicted["cycles_per_request"] = cost(i);
    row.predicted["sectors"] = charges_[i].sectors;
    row.predicted["lines"] = charges_[i].lines;
    if (!measured_.summaries[i].has_samples()) return row;
    row.values = {{"relative_time", relative_time(i)}, {"gb_per_s", gb_per_s(i)}};
    if (level_ == Level::l1) row.values["cycles_per_request"] = cycles_per_request(i);
    return row;
  }

  Run& run_;
  Level level_;
  const std::vector<Loads>& loads_;
  std::vector<PatternCharge> charges_;
  Measured measured_;
};

void tell(Run& run, Level level, const Findings& findings) {
  if (findings.found.empty()) return;
  const Readings readings = readings_of(level);
  const double model_off = mean_deviation(findings.found, findings.by_model);
  const double rival_off = mean_deviation(findings.found, findings.by_rival);
  const bool model_wins = model_off <= rival_off;
  const double off = std::min(model_off, rival_off);
  run.verdict(
      fmt::format("In {}, over {} patterns, a request's time relative to stride 1 is nearer to {} ({:.1f} % off in "
                  "the mean) than to {} ({:.1f} %){}.",
                  level_name(level), findings.found.size(), model_wins ? readings.model : readings.rival, 100 * off,
                  model_wins ? readings.rival : readings.model, 100 * std::max(model_off, rival_off),
                  off <= kNotableDeviation ? "" : ", and neither accounts for it"));
}

/// Each level is to give more than the next, or it isn't what was timed.
void gate_levels(Run& run, const std::array<std::vector<double>, 3>& rates) {
  bool passed = true;
  std::vector<std::string> details;
  for (std::size_t width = 0; width < rates[0].size(); ++width) {
    const double l1 = rates[0][width];
    const double l2 = rates[1][width];
    const double dram = rates[2][width];
    if (std::isnan(l1) || std::isnan(l2) || std::isnan(dram)) continue;
    passed = passed && l1 > l2 && l2 > dram;
    details.push_back(fmt::format("{:.0f} > {:.0f} > {:.0f} GB/s at {} bytes", l1, l2, dram, kWidthsBytes[width]));
  }
  if (details.empty()) return run.skip("no gate between the levels: all samples were rejected");
  run.gate("L1 gives more than L2, and L2 more than DRAM", passed, fmt::format("{}", fmt::join(details, ", ")));
}

}  // namespace

void run_coalescing(Run& run) {
  LoadContest contest(run);
  std::array<std::vector<double>, 3> rates;
  for (const Level level : {Level::l1, Level::l2, Level::dram}) {
    Findings findings;
    for (const int width_bytes : kWidthsBytes) {
      const std::vector<Loads> loads = contest.loads(level, patterns_of(run, level, width_bytes));
      Group group(run, level, loads);
      group.add_rows(findings);
      rates[static_cast<std::size_t>(level)].push_back(group.rate());
    }
    tell(run, level, findings);
  }
  gate_levels(run, rates);
}

}  // namespace strandline::lab
