// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include "catalogue.hpp"

namespace strandline::lab {

Description about_transpose() {
  return {
      .name = "transpose",
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
                             {.label = "model", .y = "percent_of_copy", .is_prediction = true}},
                  .misses = "naive stores four bytes to each of 32 lines: L2 is busy with tags and with eighths of "
                            "sectors, which the model counts as if they came whole. tile_33 and fastest differ in the "
                            "bytes that a thread has in flight, and the model knows no latency."}},
      .method =
          "A matrix of side x side random floats is moved by copy and copy_4_loads (16-byte accesses, one or four of "
          "them a thread; the quicker is the copy that the others are compared with), copy_in_l2 (the copy's "
          "instructions within a quarter of the L2 cache), naive (reads along rows, writes along columns), tile_32 and "
          "tile_33 (one kernel, 32 x 32 tiles in shared memory whose rows begin as many words apart as an argument "
          "says), and fastest (64 x 64 tiles and 16-byte accesses everywhere: a thread turns 4 x 4 in its registers, "
          "and group g of row r lies at 16 r + (g xor (r / 4 mod 8)) in units of 16 bytes; tile_33 where the side is "
          "no multiple of four). Calls go from matrix to matrix, which together take more than three times the L2 "
          "cache, 32 pairs at most, so that writes that it holds back are paid for in the next call. All results are "
          "compared with the host's, bit by bit. Prediction, from sectors between L1 and L2 and wavefronts of L1 and "
          "shared memory for each 32 elements: time = max(bytes / DRAM's rate, sectors / L2's rate, wavefronts / "
          "(multiprocessors * clock)).",
      .fitted = {"DRAM's rate is that of the quicker copy and L2's that of copy_in_l2, both measured in the same "
                 "rounds as the rows that they predict; what DRAM bounds is so expected at 100 % of the copy.",
                 "That a multiprocessor does one wavefront a cycle is taken for granted, and the clock is measured in "
                 "the same run."},
      .limits =
          "The model knows no latency, nor the order in which DRAM likes its rows, nor parts of a sector. It speaks of "
          "the inside of the matrix: tiles over its edge do the work of whole ones. A copy of less than 20 us, or "
          "pairs that together take less than twice the L2 cache, are launches and caches more than memory: then there "
          "is no gate and no prediction."};
}

}  // namespace strandline::lab
