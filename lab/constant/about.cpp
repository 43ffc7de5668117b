// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include "catalogue.hpp"

namespace strandline::lab {
namespace {

Series ratio_of(const char* label, const char* pattern, bool is_prediction) {
  return {.label = label, .y = "ratio", .where = {{"pattern", pattern}}, .is_prediction = is_prediction};
}

Series time_of(const char* label, const char* pattern, const char* memory) {
  return {.label = label, .y = memory, .where = {{"pattern", pattern}}};
}

}  // namespace

Description about_constant() {
  return {.name = "constant",
          .title = "A filter in constant or in global memory",
          .question =
              "Is a 32-tap filter quicker with its taps in constant memory than in global memory, when all lanes "
              "want the same tap, and when each wants its own?",
          .sizes = {{.name = "n",
                     .meaning = "elements of the filtered signal",
                     .values = {1 << 12, 1 << 15, 1 << 18, 1 << 21, 1 << 23},
                     .quick_values = {1 << 12, 1 << 18},
                     .smallest = 32,
                     .largest = 1 << 26,
                     .takes_several = true}},
          .charts = {{.title = "Time with constant taps over time with global taps",
                      .x = "n",
                      .x_label = "elements",
                      .y_label = "constant / global",
                      .series = {ratio_of("all lanes on one tap, measured", "broadcast", false),
                                 ratio_of("all lanes on one tap, model", "broadcast", true),
                                 ratio_of("each lane on its own tap, measured", "per-lane", false),
                                 ratio_of("each lane on its own tap, model", "per-lane", true)},
                      .log_x = true,
                      .log_y = true},
                     {.title = "Time of a call",
                      .x = "n",
                      .x_label = "elements",
                      .y_label = "ms",
                      .series = {time_of("constant taps, all lanes on one", "broadcast", "constant"),
                                 time_of("global taps, all lanes on one", "broadcast", "global"),
                                 time_of("constant taps, each lane its own", "per-lane", "constant"),
                                 time_of("global taps, each lane its own", "per-lane", "global")},
                      .log_x = true,
                      .log_y = true}}};
}

}  // namespace strandline::lab
