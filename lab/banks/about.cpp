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

Series measured_at(int width_bytes) {
  return {.label = std::to_string(width_bytes) + " bytes a lane, measured",
          .y = "relative_time",
          .where = {{"width_bytes", width_bytes}}};
}

Series predicted_at(int width_bytes) {
  return {.label = std::to_string(width_bytes) + " bytes a lane, model",
          .y = "relative_time",
          .where = {{"width_bytes", width_bytes}},
          .is_prediction = true};
}

}  // namespace

Description about_banks() {
  return {.name = "banks",
          .title = "Shared memory by bank",
          .question = "What does a bank conflict cost, at every stride and width?",
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
                     .smallest = 2 * kBankWindowWords,
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
          .charts = {{.title = "Time relative to stride 1",
                      .x = "stride",
                      .x_label = "stride in elements",
                      .y_label = "time relative to stride 1",
                      .series = {measured_at(4), predicted_at(4), measured_at(8), predicted_at(8), measured_at(16),
                                 predicted_at(16)},
                      .log_y = true}}};
}

}  // namespace strandline::lab
