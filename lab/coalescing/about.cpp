// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include <numeric>

#include "catalogue.hpp"

namespace strandline::lab {
namespace {

std::vector<std::int64_t> every_stride() {
  constexpr std::int64_t kMostStride = 33;
  std::vector<std::int64_t> strides(kMostStride);
  std::iota(strides.begin(), strides.end(), 1);
  return strides;
}

/// Measured, and by the model.
void add_series(std::vector<Series>& all, const std::string& label, const nlohmann::ordered_json& where) {
  all.push_back({.label = label + ", measured", .y = "relative_time", .where = where});
  all.push_back({.label = label + ", model", .y = "relative_time", .where = where, .is_prediction = true});
}

Chart strides_chart(const std::string& title, std::vector<Series> series) {
  return {.title = title,
          .x = "stride",
          .x_label = "stride in elements",
          .y_label = "time of a request relative to stride 1",
          .series = std::move(series),
          .log_y = true};
}

/// A panel for each width.
Chart chart_of_l1() {
  std::vector<Series> series;
  add_series(series, "L1 wavefronts", {{"level", "L1"}});
  series.push_back({.label = "if tags lie in four hashed banks",
                    .y = "relative_time_by_tag_banks",
                    .where = {{"level", "L1"}},
                    .is_prediction = true});
  Chart chart = strides_chart("Strides in L1", std::move(series));
  chart.panel_by = "width_bytes";
  chart.misses =
      "Lines whose tags lie in one bank of L1 wait for each other; no guide tells which do, and the hash was fitted to "
      "an earlier run.";
  return chart;
}

/// A panel for each width.
Chart chart_beyond_l1(const std::string& level) {
  std::vector<Series> series;
  add_series(series, level + " sectors", {{"level", level}});
  const bool is_l2 = level == "L2";
  series.push_back({.label = is_l2 ? "if two sectors of a line are looked up at once" : "if sectors come in pairs",
                    .y = is_l2 ? "relative_time_by_lookups" : "relative_time_by_pairs",
                    .where = {{"level", level}},
                    .is_prediction = true});
  Chart chart = strides_chart("Strides in " + level, std::move(series));
  chart.panel_by = "width_bytes";
  chart.misses =
      is_l2 ? "From 128 bytes between lanes on, lines have one wanted sector each, and L2 seems to look a line "
              "up once for each two of its sectors; that reading was chosen after the fact."
            : "DRAM is read by pairs of sectors, 64 bytes; that reading was chosen after the fact. That lanes "
              "256 bytes and more apart take half as long again is unexplained.";
  return chart;
}

/// A panel for each level.
Chart chart_of_offsets() {
  std::vector<Series> series;
  add_series(series, "4 bytes a lane", {{"width_bytes", 4}});
  return {.title = "Misaligned neighbours, 4 bytes a lane",
          .x = "offset_words",
          .x_label = "words past a line of 128 bytes",
          .y_label = "time of a request relative to an aligned one",
          .series = std::move(series),
          .panel_by = "level",
          .misses = "In DRAM a start up to 64 bytes past a line takes longer than sectors say: unexplained."};
}

}  // namespace

Description about_coalescing() {
  return {
      .name = "coalescing",
      .title = "Global memory by stride and alignment",
      .question = "What does a warp's load cost when its lanes are a stride apart or off a line's start?",
      .sizes = {{.name = "strides",
                 .meaning = "elements between neighbouring lanes; stride 1 is always measured",
                 .values = every_stride(),
                 .quick_values = {1, 2, 8, 32, 33},
                 .smallest = 1,
                 .largest = 64,
                 .takes_several = true},
                {.name = "offsets",
                 .meaning = "words of 4 bytes between a line's start and neighbouring lanes",
                 .values = {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 28, 31},
                 .quick_values = {1, 8},
                 .smallest = 0,
                 .largest = 31,
                 .takes_several = true},
                {.name = "l1_wavefronts",
                 .meaning = "wavefronts of the model for each multiprocessor and call, in L1",
                 .values = {100'000},
                 .quick_values = {20'000},
                 .smallest = 10'000,
                 .largest = 100'000'000},
                {.name = "l2_mib",
                 .meaning = "MiB of sectors that a call moves out of L2",
                 .values = {512},
                 .quick_values = {256},
                 .smallest = 256,
                 .largest = 65'536},
                {.name = "dram_mib",
                 .meaning = "MiB of sectors that a call fetches from DRAM, or four times the L2 cache if that is more",
                 .values = {256},
                 .quick_values = {64},
                 .smallest = 1,
                 .largest = 2048}},
      .charts = {chart_of_l1(), chart_beyond_l1("L2"), chart_beyond_l1("DRAM"), chart_of_offsets()},
      .method =
          "A request is one load of a warp: lane i loads 4, 8 or 16 bytes at offset + i * stride * width. In L1 a "
          "block's 32 warps make eight each of 32 requests a line apart, within 21 KiB at most, again and again by "
          "plain loads, timed by the kernel's own clock, the median over the multiprocessors. In L2 requests lie side "
          "by side within a quarter of the cache, past L1 "
          "(ld.global.cg), and a call moves 512 MiB of sectors; in DRAM each is made once, and a call fetches four "
          "times the L2 cache or more. The memory holds a hash of each word's index; each thread's sum is compared "
          "with the host's. Prediction, of the very addresses by warp_cost.hpp: relative_time = count of a request / "
          "count at stride 1, where L1 counts wavefronts (the greater of bank conflicts and a quarter of the lines), "
          "L2 sectors, and DRAM sectors that the request before, its neighbour, hasn't wanted.",
      .fitted =
          {"The second reading of each level's bill, as by_lookups, by_pairs and by_tag_banks, was read off an H200 "
           "before this run, so that it is a prediction for other cards only."},
      .limits =
          "The cycles in L1 are of one multiprocessor that does nothing else. The model knows no misses, no latency, "
          "nor which half of L2 a word lies in. Launching is in the times of L2 and DRAM. Where the footprint would "
          "pass a quarter of the card's memory, strides are left out, and it says so. Beyond L1, strides at 8 and 16 "
          "bytes are 1 to 8, 16, 32 and 33, since sectors stop growing."};
}

}  // namespace strandline::lab
