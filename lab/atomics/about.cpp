// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include "catalogue.hpp"

namespace strandline::lab {
namespace {

Chart chart_of(const char* title, const char* space, const char* y, const char* y_label, bool has_model) {
  Chart chart{.title = title,
              .x = "addresses",
              .x_label = "distinct addresses of a warp",
              .y_label = y_label,
              .series = {},
              .log_x = true,
              .log_y = true,
              .panel_by = "layout"};
  for (const char* operation : {"red", "atom"}) {
    chart.series.push_back({.label = operation, .y = y, .where = {{"space", space}, {"operation", operation}}});
  }
  if (has_model) {
    chart.series.push_back(
        {.label = "model", .y = y, .where = {{"space", space}, {"operation", "red"}}, .is_prediction = true});
  }
  return chart;
}

}  // namespace

Description about_atomics() {
  Chart shared =
      chart_of("Shared memory", "shared", "cycles_per_request", "cycles of a multiprocessor a request", true);
  return {
      .name = "atomics",
      .title = "Atomic additions, from one address to 32",
      .question =
          "What does an atomic addition cost in shared and in global memory, by how many lanes meet at an address?",
      .sizes = {{.name = "addresses",
                 .meaning = "distinct addresses among a warp's 32 lanes",
                 .values = {1, 2, 4, 8, 16, 32},
                 .quick_values = {1, 32},
                 .smallest = 1,
                 .largest = 32,
                 .takes_several = true},
                {.name = "shared_updates",
                 .meaning = "additions of each thread in shared memory, rounded up to a multiple of 8",
                 .values = {2048},
                 .quick_values = {64},
                 .smallest = 1,
                 .largest = 1 << 20},
                {.name = "global_updates",
                 .meaning = "the same in global memory",
                 .values = {32},
                 .quick_values = {8},
                 .smallest = 1,
                 .largest = 1 << 16},
                {.name = "blocks_per_multiprocessor",
                 .meaning = "blocks of 256 threads for each multiprocessor",
                 .values = {8},
                 .quick_values = {8},
                 .smallest = 1,
                 .largest = 256}},
      .charts = {std::move(shared),
                 chart_of("Global memory", "global", "g_updates_per_s", "10^9 additions a second", false)},
      .method =
          "Every lane adds again and again to its word: lane i to address i mod addresses, which lie in neighbouring "
          "words or 128 bytes apart (in shared memory: in one bank). In global memory either all warps of the card add "
          "to the same words, or each warp to its own. red throws the old value away, atom returns it and adds all of "
          "them up. What is added is 1, which no compiler knows. All words are compared with the number of additions, "
          "and the sum of what atom returned with 0 + 1 + ... of each word. Prediction, of shared memory: cycles a "
          "request = the most lanes whose words lie in one bank, those at the same word too, since each must wait for "
          "the other.",
      .limits =
          "In global memory setting the words to 0 is in the times. Of global memory nothing is predicted. What other "
          "operations than the addition of 32-bit integers cost isn't measured."};
}

}  // namespace strandline::lab
