// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Reads shared memory by every pattern and sets the time beside the model's bank conflicts.
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "banks/banks_pattern.hpp"
#include "harness/run.hpp"
#include "probes/load_probe.hpp"

namespace strandline::lab {
namespace {

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

std::vector<LoadRow> load_rows(const std::vector<BankPattern>& patterns, std::int64_t reads) {
  std::vector<LoadRow> rows;
  for (const BankPattern& pattern : patterns) {
    rows.push_back(load_row(pattern, static_cast<int>((reads + kLoads - 1) / kLoads)));
  }
  return rows;
}

/// Cycles of a multiprocessor for each request of a warp.
double cycles_per_request(const Run& run, const Summary& time) {
  constexpr double kCyclesPerMsPerMhz = 1000;
  return time.median * run.clock_mhz() * kCyclesPerMsPerMhz * run.card().multiprocessors / time.work;
}

/// `stride_1` is the index of the width's own.
Row row_of(const Run& run, const std::vector<BankPattern>& patterns, std::size_t i, std::size_t stride_1,
           const Measured& measured) {
  const BankPattern& pattern = patterns[i];
  const Summary& time = measured.summaries[i];
  const SharedMemoryCost cost = pattern.cost();
  Row row{.parameters = {{"width_bytes", pattern.width_bytes}}, .measured = {{"time", time}}};
  const bool is_stride = pattern.stride >= 0;
  if (is_stride) {
    row.parameters["stride"] = pattern.stride;
    row.predicted["relative_time"] = static_cast<double>(cost.wavefronts) / patterns[stride_1].cost().wavefronts;
  } else {
    row.parameters["pattern"] = pattern.name;
  }
  row.predicted["cycles_per_request"] = cost.wavefronts;
  row.predicted["conflict_degree"] = cost.conflict_degree();
  if (!time.has_samples()) return row;
  if (is_stride) row.values["relative_time"] = measured.ratio(i, stride_1);
  row.values["cycles_per_request"] = cycles_per_request(run, time);
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
  constexpr int kWarps = 8;
  const std::vector<BankPattern> patterns = all_patterns(run);
  LoadProbe probe(run,
                  {.warps = kWarps,
                   .blocks = run.size("blocks_per_multiprocessor") * run.card().multiprocessors,
                   .words = run.size("shared_words"),
                   .by_own_clock = false},
                  load_rows(patterns, run.size("reads")));
  const Measured measured = probe.measure();
  Worst worst;
  std::size_t stride_1 = 0;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    if (patterns[i].stride == 1) stride_1 = i;
    const Row row = row_of(run, patterns, i, stride_1, measured);
    worst.look_at(row, patterns[i]);
    run.add(row);
  }
  if (worst.pattern.empty()) return;
  run.verdict(
      fmt::format("Of {} patterns the one furthest from the model's wavefronts is {}, whose cycles a request are "
                  "{:+.1f} % off.",
                  patterns.size(), worst.pattern, 100 * worst.deviation));
}

}  // namespace strandline::lab
