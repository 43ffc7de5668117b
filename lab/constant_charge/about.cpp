// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include "catalogue.hpp"

namespace strandline::lab {
namespace {

/// One panel a width.
Chart chart_of(const char* title, const char* x, const char* x_label, const char* by, int warps) {
  return {.title = title,
          .x = x,
          .x_label = x_label,
          .y_label = "cycles a load",
          .series = {{.label = "measured", .y = "cycles_per_load", .where = {{"warps", warps}}},
                     {.label = "fitted", .y = by, .where = {{"warps", warps}}, .is_prediction = true}},
          .panel_by = "width_bytes"};
}

}  // namespace

Description about_constant_charge() {
  return {
      .name = "constant-charge",
      .title = "What a request to constant memory is charged by",
      .question =
          "Does a card charge a load from constant memory for its distinct addresses or for its distinct lines "
          "of 64 bytes?",
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
      .charts = {chart_of("16 warps, by distinct addresses", "addresses", "distinct addresses", "cycles_per_load", 16),
                 chart_of("A warp alone, by distinct addresses", "addresses", "distinct addresses", "cycles_per_load",
                          1),
                 chart_of("A warp alone, by distinct lines", "lines", "distinct lines of 64 bytes",
                          "cycles_per_load_by_lines", 1)},
      .method =
          "A warp's load wants some distinct addresses, which lie in some distinct lines of 64 bytes; both are varied "
          "independently of each other within 2 KiB, which the first level holds. Lanes' indices come from global "
          "memory and go on by a step of 0 that no compiler knows; eight independent loads are in flight. One warp "
          "runs "
          "alone and reads clock64 around the loop, then 16 warps of one multiprocessor do. Each lane's sum is "
          "compared "
          "with the host's.",
      .fitted =
          {"The lines are least squares over these very rows, a base and a price an address, or a price a line: they "
           "tell which of the two explains the times, and predict nothing."},
      .limits = "Cycles of one multiprocessor; at 16 bytes a lane the compiler makes two loads of 8."};
}

}  // namespace strandline::lab
