// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include <utility>

#include "catalogue.hpp"

namespace strandline::lab {
namespace {

Series ratio_of(const char* label, const char* pattern, bool is_prediction) {
  return {.label = label, .y = "ratio", .where = {{"pattern", pattern}}, .is_prediction = is_prediction};
}

Series time_of(const char* label, const char* memory, const char* pattern) {
  return {.label = label, .y = memory, .where = {{"pattern", pattern}}};
}

Chart times(const char* title, std::vector<Series> series) {
  return {.title = title,
          .x = "n",
          .x_label = "elements",
          .y_label = "ms",
          .series = std::move(series),
          .log_x = true,
          .log_y = true};
}

}  // namespace

Description about_constant() {
  return {
      .name = "constant",
      .title = "A filter, its taps in constant memory, in global memory or in the code",
      .question =
          "Is a 32-tap filter quicker with its taps in constant memory than in global memory, when all lanes want the "
          "same tap, and when each wants its own?",
      .sizes = {{.name = "n",
                 .meaning = "elements of the filtered signal",
                 .values = {1 << 12, 1 << 15, 1 << 18, 1 << 21, 1 << 23},
                 .quick_values = {1 << 12, 1 << 18},
                 .smallest = 32,
                 .largest = 1 << 26,
                 .takes_several = true}},
      .charts =
          {{.title = "Time with constant taps over time with global taps",
            .x = "n",
            .x_label = "elements",
            .y_label = "constant / global",
            .series = {ratio_of("all lanes on one tap, measured", "broadcast", false),
                       ratio_of("all lanes on one tap, model", "broadcast", true),
                       ratio_of("each lane on its own tap, measured", "per-lane", false),
                       ratio_of("each lane on its own tap, model", "per-lane", true)},
            .log_x = true,
            .log_y = true,
            .misses = "The card takes two cycles for a distinct address in constant memory where the model counts one; "
                      "below 262144 elements the times are launches and the latency of one wave."},
           times("Time of a call, all lanes on one tap", {time_of("constant taps, loaded", "constant", "broadcast"),
                                                          time_of("global taps", "global", "broadcast"),
                                                          time_of("constant taps as operands", "operand", "broadcast"),
                                                          time_of("taps in the code", "immediate", "broadcast")}),
           times("Time of a call, each lane on its own tap", {time_of("constant taps, loaded", "constant", "per-lane"),
                                                              time_of("global taps", "global", "per-lane")})},
      .method =
          "The same convolution in kernels that differ in where the taps are: output[i] = sum over t = 0..31 of "
          "taps[(t + (lane & mask)) mod 32] * input[i + t]. With a mask that is known at run time only, 0 for "
          "broadcast and 31 for per-lane, taps are loaded from constant memory (LDC) or from global memory (__ldg); "
          "with indices that the compiler knows they are operands of the multiplications (c[0x3][...], or on compute "
          "capability 9.0 a uniform register that brings two of them), or stand in the instructions. The 32 steps are "
          "unrolled. Every output is compared with a convolution in double precision. Prediction: a step costs the "
          "wavefronts of its input, one, and of its tap: in constant memory one for each distinct address, in global "
          "memory those of L1, and none where the tap is an operand or in the code.",
      .limits =
          "The model lets a distinct address in constant memory cost what a wavefront of L1 costs (constant-charge "
          "measures it) and lets charges add up, though different units serve the two memories. Latency and "
          "instructions are not in it. At 4096 elements there are 16 blocks, less than a card has multiprocessors: "
          "that row is there because it was published for a Tesla T4, and measures a launch."};
}

}  // namespace strandline::lab
