// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include "catalogue.hpp"

namespace strandline::lab {

Description about_transpose() {
  return {.name = "transpose",
          .title = "Turning a matrix",
          .question = "How near does a transposition come to a copy, and which part of the memory holds it back?",
          .sizes = {{.name = "side",
                     .meaning = "rows and columns of the matrix of 4-byte elements",
                     .values = {4096},
                     .quick_values = {1024},
                     .smallest = 1,
                     .largest = 16384}},
          .charts = {{.title = "Speed of a transposition",
                      .x = "kernel",
                      .x_label = "kernel",
                      .y_label = "% of the copy's speed",
                      .series = {{.label = "measured", .y = "percent_of_copy"},
                                 {.label = "model", .y = "percent_of_copy", .is_prediction = true}}}}};
}

}  // namespace strandline::lab
