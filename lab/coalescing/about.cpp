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

nlohmann::ordered_json rows_of(const std::string& level, int width_bytes) {
  return {{"level", level}, {"width_bytes", width_bytes}};
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

Chart chart_of_l1(int width_bytes) {
  std::vector<Series> series;
  add_series(series, "L1 wavefronts", rows_of("L1", width_bytes));
  series.push_back({.label = "if tags lie in four hashed banks",
                    .y = "relative_time_by_tag_banks",
                    .where = rows_of("L1", width_bytes),
                    .is_prediction = true});
  return strides_chart("Strides in L1, " + std::to_string(width_bytes) + " bytes a lane", std::move(series));
}

Chart chart_beyond_l1(const std::string& level) {
  std::vector<Series> series;
  for (const int width_bytes : {4, 8, 16}) {
    add_series(series, std::to_string(width_bytes) + " bytes a lane", rows_of(level, width_bytes));
  }
  const bool is_l2 = level == "L2";
  series.push_back({.label = is_l2 ? "4 bytes a lane, if two sectors of a line are looked up at once"
                                   : "4 bytes a lane, if sectors come in pairs",
                    .y = is_l2 ? "relative_time_by_lookups" : "relative_time_by_pairs",
                    .where = rows_of(level, 4),
                    .is_prediction = true});
  return strides_chart("Strides in " + level, std::move(series));
}

Chart chart_of_offsets() {
  std::vector<Series> series;
  for (const std::string level : {"L1", "L2", "DRAM"}) add_series(series, level, rows_of(level, 4));
  return {.title = "Misaligned neighbours, 4 bytes a lane",
          .x = "offset_words",
          .x_label = "words past a line of 128 bytes",
          .y_label = "time of a request relative to an aligned one",
          .series = std::move(series)};
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
      .charts = {chart_of_l1(4), chart_of_l1(8), chart_of_l1(16), chart_beyond_l1("L2"), chart_beyond_l1("DRAM"),
                 chart_of_offsets()}};
}

}  // namespace strandline::lab
