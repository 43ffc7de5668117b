// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include "catalogue.hpp"

namespace strandline::lab {

Description about_nbody() {
  return {.name = "nbody",
          .title = "Gravity between all pairs",
          .question =
              "Which memory hands the same body to all lanes at the least cost, and how near is arithmetic's bound?",
          .sizes = {{.name = "bodies",
                     .meaning = "bodies, each of which attracts every other",
                     .values = {131'072},
                     .quick_values = {8192},
                     .smallest = 1,
                     .largest = 1 << 20}},
          .charts = {{.title = "Interactions a second",
                      .x = "place",
                      .x_label = "where the attracting body is found",
                      .y_label = "10^9 interactions a second",
                      .series = {{.label = "measured", .y = "g_interactions_per_s"},
                                 {.label = "model", .y = "g_interactions_per_s", .is_prediction = true},
                                 {.label = "if all but FP32 took two cycles to issue",
                                  .y = "g_interactions_per_s_by_double_issue",
                                  .is_prediction = true}}},
                     {.title = "Share of the FP32 bound",
                      .x = "place",
                      .x_label = "where the attracting body is found",
                      .y_label = "% of the FP32 bound",
                      .series = {{.label = "measured", .y = "percent_of_fp32_bound"}}}}};
}

}  // namespace strandline::lab
