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
                      .series = {{.label = "measured", .y = "time_us"}}}},
          .method =
              "A table of 4096 words gets pseudo-random contents, one way brings others into it, whole or, by an "
              "offset, the middle third, and a kernel copies what it finds to global memory, whose every word is "
              "compared: cudaMemcpyToSymbol, cudaMemcpyFromSymbol and their Async forms, by the symbol and by "
              "&symbol as const void*, as C takes it; cudaGetSymbolAddress, then a copy or a kernel that writes; "
              "modules that NVRTC compiles now, whose table cuModuleGetGlobal finds, of 1 to 64 KiB, of another "
              "module, and two of 64 KiB at once; and a function for host and card whose values are a constexpr "
              "here and a __constant__ twin there. The classic mistakes are made, too: each must give the error "
              "that it is known for, with what the driver's compiler says, and leave table, stream and context as "
              "they were. Last, four ways to bring the words in from page-locked memory are timed, call after call "
              "as a program makes them. Prediction: constant_bytes are those of the table, the only one of its "
              "module.",
          .limits =
              "The driver's functions are asked for at run time and NVRTC is opened then; where it is missing "
              "those rows are skipped. A kernel that writes the table that it reads itself is not tried: what it "
              "would find is undefined. With cudaMemcpyToSymbol from pageable memory the words may arrive after it "
              "returns; streams that don't wait for the default one must be told."};
}

}  // namespace strandline::lab
