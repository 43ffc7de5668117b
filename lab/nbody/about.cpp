// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include "catalogue.hpp"

namespace strandline::lab {

Description about_nbody() {
  return {
      .name = "nbody",
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
                              .is_prediction = true}},
                  .misses =
                      "The model counts one issue slot an instruction; an H200 does as if one that the FP32 lanes "
                      "don't do (a root, a load, a shuffle) took two. What global waits for besides is unknown; L1 "
                      "can't hold all bodies."},
                 {.title = "Share of the FP32 bound",
                  .x = "place",
                  .x_label = "where the attracting body is found",
                  .y_label = "% of the FP32 bound",
                  .series = {{.label = "measured", .y = "percent_of_fp32_bound"}}}},
      .method =
          "One thread a body i sums over all bodies j, one after the other: mass_j * d / (|d|^2 + softening^2)^(3/2), "
          "d = place_j - place_i. All lanes of a warp need the same body at a time and find it in constant memory "
          "(4096 bodies a pass: a copy to the symbol and a kernel for each, within the time), in a tile of 256 bodies "
          "in shared memory, in global memory through L1, or in the registers of lane j mod 32 (shuffle). An "
          "interaction is 3 FADD, 3 FMUL, 6 FFMA and one MUFU.RSQ. 256 bodies, the first and the last among them, are "
          "checked against sums in double precision, and all others must have been written; a few first bodies alone "
          "are checked where one that is left out would show. Prediction, in cycles of one of a multiprocessor's four "
          "schedulers for a warp and one body: max(instructions of the inner loop, 12 * 128 / FP32 lanes, 128 / 16 "
          "roots, 4 * wavefronts of the load, 4 * 128 / 32 for shuffles), less what multiprocessors with fewer blocks "
          "wait for the others. FP32 bound = FP32 lanes * multiprocessors * clock / 12.",
      .fitted =
          {"That all but FP32 takes two cycles to issue was fitted to an earlier run on an H200; of other cards it is "
           "a prediction.",
           "Instructions are counted in the machine code for compute capability 9.0, not measured; the clock is "
           "measured in the same run."},
      .limits =
          "The model knows no latency, so there is no prediction with fewer than 512 bodies a multiprocessor. Code for "
          "other cards may have other instructions. constant waits for a copy and a launch before each pass. With "
          "several bodies a thread, loads would cost less and places differ less."};
}

}  // namespace strandline::lab
