// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include <string>
#include <string_view>

#include "catalogue.hpp"

namespace strandline::lab {
namespace {

constexpr std::int64_t kKiBPerMiB = 1024;

Series of_space(const char* label, const char* y, const char* quantity, const char* space) {
  return {.label = label, .y = y, .where = {{"quantity", quantity}, {"space", space}}};
}

Series read_before_by(const char* who) {
  const bool is_itself = std::string_view(who) == "itself";
  return {.label = std::string("global memory, read before by ") + (is_itself ? "the same multiprocessor" : who),
          .y = "cycles_per_load",
          .where = {{"quantity", "latency"}, {"space", "global"}, {"read_before_by", who}}};
}

Chart bandwidth_chart(const char* title, const char* x, const char* x_label, std::vector<Series> series,
                      const char* misses = "") {
  return {.title = title,
          .x = x,
          .x_label = x_label,
          .y_label = "GB/s of the whole card",
          .series = std::move(series),
          .log_x = true,
          .misses = misses};
}

Series predicted(Series series) {
  series.label += ", model";
  series.is_prediction = true;
  return series;
}

}  // namespace

Description about_ladder() {
  const Series of_shared = of_space("shared memory", "gb_per_s", "bandwidth", "shared");
  const Series of_l1 = of_space("global memory through L1", "gb_per_s", "bandwidth", "global");
  return {
      .name = "ladder",
      .title = "From shared memory to DRAM: latency and bandwidth by footprint",
      .question = "How long does a load take, and how many bytes a second come, from each level of the memory?",
      .sizes = {{.name = "footprints_kib",
                 .meaning = "KiB that a chain of loads from global memory passes through, a load in each line of 128",
                 .values = {4,         16,        64,        128,       160,        192,        224,
                            256,       320,       512,       1024,      2048,       4 * 1024,   8 * 1024,
                            12 * 1024, 16 * 1024, 20 * 1024, 24 * 1024, 28 * 1024,  32 * 1024,  40 * 1024,
                            48 * 1024, 56 * 1024, 64 * 1024, 96 * 1024, 128 * 1024, 256 * 1024, 512 * 1024},
                 .quick_values = {16, 1024, 256 * kKiBPerMiB},
                 .smallest = 1,
                 .largest = 1024 * kKiBPerMiB,
                 .takes_several = true},
                {.name = "pages",
                 .meaning = "places 2 MiB apart that a chain of loads past L1 passes through, for the reach of TLBs",
                 .values = {4, 8, 16, 32, 64, 128, 256, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288,
                            16384, 32768},
                 .quick_values = {4, 256},
                 .smallest = 1,
                 .largest = 32768,
                 .takes_several = true},
                {.name = "loads",
                 .meaning = "loads of a chain that are timed in one call, rounded up to a multiple of 16",
                 .values = {2048},
                 .quick_values = {1024},
                 .smallest = 64,
                 .largest = 1 << 22},
                {.name = "lines",
                 .meaning = "lines whose way from L2 to one multiprocessor is timed alone",
                 .values = {512},
                 .quick_values = {64},
                 .smallest = 2,
                 .largest = 1 << 16},
                {.name = "own_kib",
                 .meaning = "KiB that each multiprocessor reads again and again, in shared memory or through L1",
                 .values = {16, 32, 64, 128, 192, 224, 256},
                 .quick_values = {32},
                 .smallest = 1,
                 .largest = 1024,
                 .takes_several = true},
                {.name = "stream_mib",
                 .meaning = "MiB that all multiprocessors together read again and again, past L1",
                 .values = {4, 8, 16, 24, 32, 40, 48, 56, 64, 96, 128, 256, 1024},
                 .quick_values = {8, 256},
                 .smallest = 1,
                 .largest = 8192,
                 .takes_several = true},
                {.name = "traffic_mib",
                 .meaning = "MiB that such a call reads at least",
                 .values = {4096},
                 .quick_values = {256},
                 .smallest = 1,
                 .largest = 1 << 16}},
      .charts = {{.title = "Latency by footprint",
                  .x = "footprint_kib",
                  .x_label = "KiB, a load in each line of 128 bytes in random order",
                  .y_label = "cycles a load",
                  .series = {read_before_by("itself"), read_before_by("the card"),
                             of_space("shared memory", "cycles_per_load", "latency", "shared")},
                  .log_x = true,
                  .log_y = true},
                 {.title = "Latency by pages",
                  .x = "pages",
                  .x_label = "places 2 MiB apart, in random order",
                  .y_label = "cycles a load",
                  .series = {of_space("global memory past L1", "cycles_per_load", "latency", "global past L1")},
                  .log_x = true},
                 bandwidth_chart("Bandwidth within a multiprocessor", "own_kib", "KiB of each multiprocessor",
                                 {of_shared, predicted(of_shared), of_l1, predicted(of_l1)},
                                 "The model holds as far as L1 does; more than it holds comes from L2."),
                 bandwidth_chart("Bandwidth beyond L1", "stream_mib", "MiB that are read again and again",
                                 {of_space("global memory past L1", "gb_per_s", "bandwidth", "global past L1")})},
      .method =
          "Latency: one warp follows a chain in which each node holds the address of the next, in random order, all "
          "lanes at the same node, and reads clock64 around the loads. Before, all nodes are read past L1, by one "
          "multiprocessor or by all of the card, so that L2 holds what it can; then the warp goes round up to twice, "
          "so that L1 does. Pages: the same past L1 (ld.global.cg), nodes 2 MiB apart at lines that differ; they fit "
          "in L2, so that what grows is the way through the TLBs. Lines: some lines are loaded 64 times in a row each, "
          "past L1; two sides are claimed where Otsu's threshold explains more than 80 % of the variance. Bandwidth: "
          "1024 threads a multiprocessor read a region again and again, 16 bytes a lane, four loads in flight: each a "
          "copy in shared memory, each a region of its own through L1, or (2048 threads) all together one region past "
          "L1. Where a chain ends and the sum of all words are compared with what they must be. Prediction: shared "
          "memory and L1 give 128 bytes a cycle and multiprocessor; of the others nothing is predicted.",
      .limits =
          "Of chains of more than 4096 loads the beginning is walked, which is a random sample of them. The "
          "multiprocessor is the one that the card gives to a single block. GB/s of shared memory and L1 are by the "
          "clock that the card had meanwhile, their prediction by the clock that was measured before."};
}

}  // namespace strandline::lab
