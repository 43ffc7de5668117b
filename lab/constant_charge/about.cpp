// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include "catalogue.hpp"

namespace strandline::lab {
namespace {

/// One panel a width. Of patterns with as many addresses those in few and in many lines, which lie on each other where
/// lines cost nothing.
Chart by_addresses(const char* title, int warps, const char* misses = "") {
  const auto in_lines = [&](int lines) -> Series {
    return {.label = "measured, in " + std::to_string(lines) + " lines",
            .y = "cycles_per_load",
            .where = {{"warps", warps}, {"lines", lines}}};
  };
  return {.title = title,
          .x = "addresses",
          .x_label = "distinct addresses",
          .y_label = "cycles a load",
          .series = {in_lines(2),
                     in_lines(16),
                     {.label = "fitted by addresses",
                      .y = "cycles_per_load",
                      .where = {{"warps", warps}},
                      .is_prediction = true}},
          .panel_by = "width_bytes",
          .misses = misses};
}

/// The points of as many addresses lie level where lines cost nothing.
Chart by_lines(const char* title, int warps) {
  Chart chart{
      .title = title,
      .x = "lines",
      .x_label = "distinct lines of 64 bytes",
      .y_label = "cycles a load",
      .series = {},
      .panel_by = "width_bytes",
      .misses = "Lines are not what is charged, which the other charts show; this one has what follows if they were."};
  for (const int addresses : {8, 16, 32}) {
    chart.series.push_back({.label = "measured, " + std::to_string(addresses) + " addresses",
                            .y = "cycles_per_load",
                            .where = {{"warps", warps}, {"addresses", addresses}}});
  }
  chart.series.push_back({.label = "fitted by lines",
                          .y = "cycles_per_load_by_lines",
                          .where = {{"warps", warps}},
                          .is_prediction = true});
  return chart;
}

}  // namespace

Description about_constant_charge() {
  return {
      .name = "constant-charge",
      .title = "What a request to constant memory is charged by",
      .question =
          "Does a card charge a load from constant memory for its distinct addresses or for its distinct lines of 64 "
          "bytes?",
      .sizes = {{.name = "loads",
                 .meaning = "loads of all warps together in one call, rounded up",
                 .values = {4096},
                 .quick_values = {1024},
                 .smallest = 512,
                 .largest = 1 << 20},
                {.name = "warps",
                 .meaning = "warps on the multiprocessor, beside the case of one alone",
                 .values = {16},
                 .quick_values = {16},
                 .smallest = 2,
                 .largest = 32}},
      .charts = {by_addresses("16 warps, by distinct addresses", 16),
                 by_addresses("A warp alone, by distinct addresses", 1,
                              "One and two addresses of 4 bytes take longer than fitted: there the loop's other "
                              "instructions show."),
                 by_lines("A warp alone, by distinct lines", 1)},
      .method =
          "A warp's load wants some distinct addresses, which lie in some distinct lines of 64 bytes; both are varied "
          "independently of each other within 2 KiB, which the first level holds. Lanes' indices come from global "
          "memory and go on by a step of 0 that no compiler knows; eight independent loads are in flight. One warp "
          "runs alone and reads clock64 around the loop, then 16 warps of one multiprocessor do. Each lane's sum is "
          "compared with the host's.",
      .fitted =
          {"The lines in the charts are least squares over this run's rows that have as many lines as addresses, of "
           "which both readings say the same; the other rows try them. The verdict is of fits over all rows: a reading "
           "holds where R² is 0.98 or more and its residual a third of the other's or less."},
      .limits =
          "Cycles of one multiprocessor; at 16 bytes a lane the compiler makes two loads of 8. The base is no charge: "
          "it has the loop's other instructions and an eighth of the latency, behind which addresses that cost less "
          "hide. Lane i wants address i mod addresses; no other assignment is tried."};
}

}  // namespace strandline::lab
