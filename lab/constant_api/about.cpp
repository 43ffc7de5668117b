// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include "catalogue.hpp"

namespace strandline::lab {

Description about_constant_api() {
  return {.name = "constant-api",
          .title = "Constant memory's ways in and out",
          .question = "Which ways bring words into constant memory and back, and what error does each mistake give?",
          .sizes = {{.name = "words",
                     .meaning = "words of 4 bytes that are copied",
                     .values = {4096},
                     .quick_values = {4096},
                     .smallest = 3,
                     .largest = 4096},
                    {.name = "table_kib",
                     .meaning = "KiB of tables in modules whose kernels are asked for their constant bytes",
                     .values = {1, 2, 4, 8, 16, 32, 64},
                     .quick_values = {1, 64},
                     .smallest = 1,
                     .largest = 64,
                     .takes_several = true}},
          .charts = {{.title = "Constant bytes that a kernel says it has",
                      .x = "table_bytes",
                      .x_label = "bytes of the module's table",
                      .y_label = "bytes by cuFuncGetAttribute",
                      .series = {{.label = "told by the driver", .y = "constant_bytes"},
                                 {.label = "the table's bytes", .y = "constant_bytes", .is_prediction = true}},
                      .log_x = true,
                      .log_y = true},
                     {.title = "Time to bring the words in",
                      .x = "copy",
                      .x_label = "way",
                      .y_label = "microseconds",
                      .series = {{.label = "measured", .y = "time_us"}}}}};
}

}  // namespace strandline::lab
