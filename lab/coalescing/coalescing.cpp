// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Loads from global memory at every stride and alignment, out of L1, L2 and DRAM, beside the model's counts.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

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

/// Two readings of a level's bill: what they count, in words and of a request.
struct Bill {
  const char* model;
  double (*count)(const PatternCharge&);
  const char* rival;
  double (*rival_count)(const PatternCharge&);
  const char* rival_key;
};

constexpr std::array<Bill, 3> kBills = {{
    {"its wavefronts", [](const PatternCharge& own) -> double { return own.l1_wavefronts; },
     "wavefronts with L1's tags in four hashed banks",
     [](const PatternCharge& own) { return own.l1_wavefronts_by_tag_banks; }, "relative_time_by_tag_banks"},
    {"its sectors", [](const PatternCharge& own) -> double { return own.sectors; },
     "one look-up for two sectors of a line", [](const PatternCharge& own) { return own.l2_lookups; },
     "relative_time_by_lookups"},
    {"its sectors", [](const PatternCharge& own) -> double { return own.fresh_sectors; }, "sectors fetched in pairs",
     [](const PatternCharge& own) -> double { return own.fresh_pairs; }, "relative_time_by_pairs"},
}};

/// What was found of a level, all widths together, for its verdict.
struct Findings {
  std::vector<double> found;
  std::vector<double> by_model;
  std::vector<double> by_rival;
};

/// Times of one level and width, as rows.
class Group {
 public:
  Group(Run& run, Level level, LoadTimes times) : run_(run), level_(level), times_(std::move(times)) {
    for (const LoadPattern& pattern : times_.patterns) charges_.push_back(pattern_charge(pattern));
  }

  void add_rows(Findings& findings) {
    for (std::size_t i = 0; i < charges_.size(); ++i) {
      const Row row = this->row(i);
      run_.add(row);
      if (i == 0 || !row.values.contains("relative_time")) continue;
      findings.found.push_back(row.values.at("relative_time").get<double>());
      findings.by_model.push_back(row.predicted.at("relative_time").get<double>());
      findings.by_rival.push_back(row.predicted.at(bill().rival_key).get<double>());
    }
  }

  /// GB/s of stride 1: of what lanes want in L1, of sectors elsewhere. NaN when there are no samples.
  double rate() const { return gb_per_s(0); }

 private:
  const Bill& bill() const { return kBills[static_cast<std::size_t>(level_)]; }
  const Summary& time(std::size_t i) const { return times_.measured.summaries[i]; }

  double relative_time(std::size_t i) const { return times_.measured.ratio(i, 0) * time(0).work / time(i).work; }

  /// Of a multiprocessor, in L1.
  double cycles_per_request(std::size_t i) const { return time(i).median / time(i).work; }

  double gb_per_s(std::size_t i) const {
    if (!time(i).has_samples()) return std::nan("");
    if (level_ == Level::l1) {
      constexpr double kMhzPerGhz = 1000;
      const double bytes = static_cast<double>(kWarpLanes) * times_.patterns[i].width_bytes;
      return bytes / cycles_per_request(i) * run_.card().multiprocessors * run_.clock_mhz() / kMhzPerGhz;
    }
    constexpr double kNsPerMs = 1e6;
    return kGlobalSectorBytes * bill().count(charges_[i]) * time(i).work / (time(i).median * kNsPerMs);
  }

  Json parameters(const LoadPattern& pattern, bool is_first) const {
    Json all = {{"level", level_name(level_)}, {"width_bytes", pattern.width_bytes}};
    if (pattern.offset_bytes == 0) all["stride"] = pattern.stride;
    if (pattern.offset_bytes != 0 || is_first) all["offset_words"] = pattern.offset_bytes / kWordBytes;
    return all;
  }

  Row row(std::size_t i) const {
    const PatternCharge& own = charges_[i];
    Row row{.parameters = parameters(times_.patterns[i], i == 0), .measured = {{"time", time(i)}}};
    row.predicted = {{"relative_time", bill().count(own) / bill().count(charges_[0])},
                     {bill().rival_key, bill().rival_count(own) / bill().rival_count(charges_[0])}};
    if (level_ == Level::l1) row.predicted["cycles_per_request"] = own.l1_wavefronts;
    row.predicted["sectors"] = own.sectors;
    row.predicted["lines"] = own.lines;
    if (!time(i).has_samples()) return row;
    row.values = {{"relative_time", relative_time(i)}, {"gb_per_s", gb_per_s(i)}};
    if (level_ == Level::l1) row.values["cycles_per_request"] = cycles_per_request(i);
    return row;
  }

  Run& run_;
  Level level_;
  LoadTimes times_;
  std::vector<PatternCharge> charges_;
};

void tell(Run& run, Level level, const Findings& findings) {
  if (findings.found.empty()) return;
  const Bill& bill = kBills[static_cast<std::size_t>(level)];
  const double model_off = mean_deviation(findings.found, findings.by_model);
  const double rival_off = mean_deviation(findings.found, findings.by_rival);
  const bool model_wins = model_off <= rival_off;
  const double off = std::min(model_off, rival_off);
  run.verdict(
      fmt::format("In {}, over {} patterns, a request's time relative to stride 1 is nearer to {} ({:.1f} % off in "
                  "the mean) than to {} ({:.1f} %){}.",
                  level_name(level), findings.found.size(), model_wins ? bill.model : bill.rival, 100 * off,
                  model_wins ? bill.rival : bill.model, 100 * std::max(model_off, rival_off),
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
      Group group(run, level, contest.measure(level, patterns_of(run, level, width_bytes)));
      group.add_rows(findings);
      rates[static_cast<std::size_t>(level)].push_back(group.rate());
    }
    tell(run, level, findings);
  }
  gate_levels(run, rates);
}

}  // namespace strandline::lab
