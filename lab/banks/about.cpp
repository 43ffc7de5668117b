// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include <numeric>

#include "banks/banks_pattern.hpp"
#include "catalogue.hpp"

namespace strandline::lab {
namespace {

constexpr std::int64_t kMostStride = 33;

std::vector<std::int64_t> every_stride() {
  std::vector<std::int64_t> strides(kMostStride);
  std::iota(strides.begin(), strides.end(), 1);
  return strides;
}

Chart cycles_by(const char* title, const char* x, const char* x_label) {
  return {.title = title,
          .x = x,
          .x_label = x_label,
          .y_label = "cycles of a multiprocessor a request",
          .series = {{.label = "measured", .y = "cycles_per_request"},
                     {.label = "model", .y = "cycles_per_request", .is_prediction = true}},
          .log_y = true,
          .panel_by = "width_bytes"};
}

}  // namespace

Description about_banks() {
  return {
      .name = "banks",
      .title = "Shared memory by bank",
      .question = "What does a bank conflict cost, and what is free, at every stride, width and way of sharing?",
      .sizes = {{.name = "strides",
                 .meaning = "elements between neighbouring lanes; stride 1 is always measured",
                 .values = every_stride(),
                 .quick_values = {1, 2, 32, 33},
                 .smallest = 0,
                 .largest = 1 << 20,
                 .takes_several = true},
                {.name = "shared_words",
                 .meaning = "words of 4 bytes in a block's shared memory",
                 .values = {2048},
                 .quick_values = {2048},
                 .smallest = kLeastSharedWords,
                 .largest = 12288},
                {.name = "reads",
                 .meaning = "reads of each thread",
                 .values = {2048},
                 .quick_values = {256},
                 .smallest = 1,
                 .largest = 1 << 20},
                {.name = "blocks_per_multiprocessor",
                 .meaning = "blocks of 256 threads for each multiprocessor",
                 .values = {16},
                 .quick_values = {8},
                 .smallest = 1,
                 .largest = 1024}},
      .charts = {cycles_by("Strides", "stride", "stride in elements"),
                 cycles_by("What lanes share, columns of tiles, matrices", "pattern", "pattern")},
      .method =
          "Each block copies random words to its shared memory; then every thread reads again and again by one pattern "
          "of lanes, with all multiprocessors full of warps. A pattern is 32 byte addresses in a table: strides at 2, "
          "4, 8 and 16 bytes a lane, lanes that share elements in many ways, random ones with repeats, a column of a "
          "tile whose rows are dense, padded or swizzled by an exclusive or, and ldmatrix.x4 on such tiles. Requests "
          "that follow each other go on by 32 words, so that every lane stays in its bank, and begin again after "
          "eight. Each thread's sum is compared with the host's. Prediction: cycles = shared_memory_cost(addresses, "
          "width).wavefronts of warp_cost.hpp, for the very addresses that the kernel reads; ldmatrix as reads of 16 "
          "bytes whose phases don't become one.",
      .limits =
          "The cycles use the clock that was measured before the run. Launching, and filling shared memory, are in the "
          "times: some microseconds of a hundred and more."};
}

}  // namespace strandline::lab
