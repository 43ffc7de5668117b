// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include <string>

#include "catalogue.hpp"

namespace strandline::lab {
namespace {

// One warp alone is what both models are fitted to in the first place.
Series measured_at(int width_bytes) {
  return {.label = std::to_string(width_bytes) + " bytes a lane, measured",
          .y = "cycles_per_load",
          .where = {{"width_bytes", width_bytes}, {"warps", 1}}};
}

Series predicted_at(int width_bytes, const char* by) {
  return {.label = std::to_string(width_bytes) + " bytes a lane, model",
          .y = by,
          .where = {{"width_bytes", width_bytes}, {"warps", 1}},
          .is_prediction = true};
}

std::vector<Series> series_of(const char* by) {
  return {measured_at(4),      predicted_at(4, by), measured_at(8),
          predicted_at(8, by), measured_at(16),     predicted_at(16, by)};
}

}  // namespace

Description about_constant_charge() {
  return {.name = "constant-charge",
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
          .charts = {{.title = "Cycles by distinct addresses, if these are charged",
                      .x = "addresses",
                      .x_label = "distinct addresses",
                      .y_label = "cycles a load",
                      .series = series_of("cycles_per_load")},
                     {.title = "Cycles by distinct lines, if these are charged",
                      .x = "lines",
                      .x_label = "distinct lines of 64 bytes",
                      .y_label = "cycles a load",
                      .series = series_of("cycles_per_load_by_lines")}}};
}

}  // namespace strandline::lab
