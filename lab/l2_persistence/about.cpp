// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include <string>

#include "catalogue.hpp"

namespace strandline::lab {
namespace {

Chart by_loads(const char* title, const char* y, const char* y_label) {
  Chart chart{.title = title,
              .x = "region_percent",
              .x_label = "region in % of what is set aside",
              .y_label = y_label,
              .series = {},
              .panel_by = "loads"};
  for (const char* window : {"none", "fitting", "ratio_1"}) {
    chart.series.push_back({.label = std::string("window ") + window, .y = y, .where = {{"window", window}}});
  }
  return chart;
}

Chart times() {
  Chart chart = by_loads("Time of a pass over the region and its stream", "us", "microseconds a pass");
  chart.series.push_back(
      {.label = "model, no window", .y = "us", .where = {{"window", "none"}}, .is_prediction = true});
  chart.series.push_back(
      {.label = "model, window fitting", .y = "us", .where = {{"window", "fitting"}}, .is_prediction = true});
  chart.misses =
      "The model takes the L2 for one cache that evicts what was used least recently, and knows neither its two "
      "halves, each of which keeps copies of what its own multiprocessors read, nor the kind of load.";
  return chart;
}

}  // namespace

Description about_l2_persistence() {
  return {
      .name = "l2-persistence",
      .title = "A region kept in the L2 cache beside a stream",
      .question =
          "What are a window, eviction hints and the kind of load worth to a region that is read again and again while "
          "a stream goes by?",
      .sizes = {{.name = "region_percent",
                 .meaning = "the region's bytes in percent of what is set aside",
                 .values = {25, 50, 75, 100, 150, 200},
                 .quick_values = {50, 100, 200},
                 .smallest = 1,
                 .largest = 400,
                 .takes_several = true},
                {.name = "set_aside_percent",
                 .meaning = "what is set aside of the L2 cache, in percent of the most that the card allows",
                 .values = {100},
                 .quick_values = {100},
                 .smallest = 1,
                 .largest = 100},
                {.name = "streamed_per_reused",
                 .meaning = "bytes of the stream for each byte read of the region",
                 .values = {1},
                 .quick_values = {1},
                 .smallest = 1,
                 .largest = 16},
                {.name = "passes",
                 .meaning = "passes over the region in one call",
                 .values = {16},
                 .quick_values = {8},
                 .smallest = 2,
                 .largest = 64}},
      .charts = {times(), by_loads("Rate at which the region is read", "region_gbps", "GB/s of the region")},
      .method =
          "A kernel passes over a region several times; with each 16 bytes of it, it reads 16 bytes of a stream that "
          "is eight times as large as the L2 cache. All threads of the card take part, each with four loads of either "
          "under way. The axes: the kind of load (ld.global.cg; L1::no_allocate; plain; cg with the stream by cs; "
          "no_allocate with policies, evict_last for the region and evict_first for the stream), in kernels that "
          "differ in these instructions alone; and the access policy window: none with nothing set aside, one whose "
          "hit ratio is what fits, min(1, set-aside / window), and one with a hit ratio of 1. Before each call nothing "
          "persists and the cache is filled with other data, untimed. Prediction: bytes from DRAM = stream + region * "
          "passes - kept * region * (passes - 1); time = max(those / DRAM's rate, all bytes / L2's rate); kept = 1 "
          "without a window where region and stream fit the cache, else 0; with one hit ratio * window / region, or 0 "
          "where that is more than the set-aside.",
      .fitted = {"DRAM's rate is that of the stream alone and L2's that of a small region alone, both measured in the "
                 "same rounds as the rows that they predict."},
      .limits =
          "Times are of the kernel's own clock, the longest of its blocks. Plain loads may find a multiprocessor's "
          "part of a small region in its L1, since each reads the same part in every pass. Cards that set nothing "
          "aside skip this."};
}

}  // namespace strandline::lab
