// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Rows about images that lie in device memory.
#include "device_rows.hpp"

#include <optional>
#include <vector>

#include <fmt/format.h>

#include "device_contest.hpp"

namespace strandline::bench {
namespace {

// Input and output together are far larger than any card's cache.
constexpr std::int64_t kSize = 16384;

StoppingRule rule_for(const Selection& selection) {
  if (selection.quick) return {.fewest_rounds = 5, .enough_rounds = 5, .seconds_per_contestant = 0.1};
  return {.fewest_rounds = 11, .enough_rounds = 21, .steady_relative_iqr = 0.02, .seconds_per_contestant = 0.25};
}

void run_cases(Report& report, const Selection& selection, PixelType type, std::int64_t size,
               std::vector<DeviceCase> cases) {
  std::erase_if(cases, [&](const DeviceCase& device_case) { return !selection.wants(device_case.name); });
  if (cases.empty()) return;
  std::optional<DeviceContest> contest;
  for (const DeviceCase& device_case : cases) {
    report.attempt(device_case.name, [&] {
      if (!contest) contest.emplace(type, size, size);
      return contest->run(device_case, rule_for(selection));
    });
  }
}

}  // namespace

void device_rows(Report& report, const Selection& selection) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32}) {
    std::vector<DeviceCase> cases;
    for (const Border border : {Border::reflect101, Border::reflect, Border::replicate, Border::zero, Border::wrap}) {
      if (selection.quick && border != Border::reflect101) continue;
      const std::string name = fmt::format("device/{}/{}", to_string(type), to_string(border));
      const bool with_npp = border == Border::reflect101;
      cases.push_back({.name = name, .border = border, .with_npp = with_npp});
      cases.push_back({.name = name + "/nodata", .border = border, .nodata = true});
    }
    run_cases(report, selection, type, kSize, std::move(cases));
  }
}

void graph_rows(Report& report, const Selection& selection) {
  for (std::int64_t size = 256; size <= 32768; size *= 2) {
    if (selection.quick && size != 1024 && size != 4096) continue;
    run_cases(report, selection, PixelType::u8, size, {{.name = fmt::format("graph/u8/{}", size), .in_graph = true}});
  }
}

}  // namespace strandline::bench
