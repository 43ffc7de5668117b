// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include "catalogue.hpp"
#include "convolution/convolution_model.hpp"

namespace strandline::lab {
namespace {

SizeOption side(const char* name) {
  return {.name = name,
          .meaning = std::string(name) + " of the image that is timed",
          .values = {4096},
          .quick_values = {1024},
          .smallest = 1,
          .largest = 16384};
}

Chart bars(const char* title, const char* y, const char* y_label, const char* misses) {
  return {.title = title,
          .x = "stage",
          .x_label = "stage",
          .y_label = y_label,
          .series = {{.label = "measured", .y = y}, {.label = "model", .y = y, .is_prediction = true}},
          .panel_by = "block_rows",
          .misses = misses};
}

}  // namespace

Description about_convolution() {
  return {
      .name = "convolution",
      .title = "Blur, gradient and threshold, stage by stage",
      .question =
          "What does each stage of an edge pipeline take beside a copy, and what is gained by tiles, by constant "
          "memory, by the shape of a block, by fusing launches and by one pass?",
      .sizes = {side("rows"),
                side("cols"),
                {.name = "block_rows",
                 .meaning =
                     "threads of a block in a column, 32 in a row; 8, 16 and 32 make 32 x 32 pixels, others fewer",
                 .values = {kLeastBlockRows, kMostBlockRows},
                 .quick_values = {kLeastBlockRows, kMostBlockRows},
                 .smallest = kLeastBlockRows,
                 .largest = kMostBlockRows,
                 .takes_several = true}},
      .charts = {bars(
                     "Time of each stage", "time", "ms",
                     "instructions are not in the model, and the blurs issue many: the naive one, which looks at the "
                     "frame for each of 25 reads, takes about twice what its requests do. Nor is L2, which hands out "
                     "aprons again: blur_separable, sobel and the fused launch are bound by it (counters of an H200)."),
                 bars("Bandwidth of each stage", "fraction_of_copy", "bytes a second, relative to the copy",
                      "as above, turned round.")},
      .method =
          "Stages on f32 images that are 0 outside the frame, all in one process, in turns. Blur (1 4 6 4 1)/16 each "
          "way: "
          "blur_naive (a thread a pixel, 25 reads), blur_tiled_36 and _37 (pixels and apron staged in shared memory; "
          "one "
          "program, the words from row to row are an argument), blur_separable (rows from global into shared memory, "
          "then columns). sobel: length of the pair; threshold: 255 above 0.30 of full scale; both in two launches and "
          "fused in one; _apron: with pixels and apron in shared memory. _constant: the same kernels with taps as "
          "operands in constant memory and not in the instructions. pipeline: blur_separable and the fused launch. "
          "one_pass: strandline::cuda::enqueue_edges(). A block of 32 x block_rows threads makes 32 x 32 pixels, 32 / "
          "block_rows a thread (blur_naive: one). The timed image is tiled from a picture of 256 x 256 and its mirror "
          "images. All stages are checked on it before and after, and on 611 x 613 random pixels, an impulse and 1024 "
          "x "
          "1024 of the picture, against double precision; the one pass is Strandline's reference byte for byte, and "
          "the "
          "picture's edges are written, read back and compared. Prediction, summed over a stage's launches: time = "
          "max(bytes / copy's rate, wavefronts / (multiprocessors * clock)), with each input and output once, and "
          "wavefronts of L1 and shared memory by the requests of a block.",
      .fitted =
          {"The copy's rate is measured in the same rounds as the rows that it predicts; a stage that its bytes bound "
           "is so expected at that rate.",
           "That a multiprocessor does one wavefront a cycle is taken for granted, and the clock is measured in the "
           "same run."},
      .limits =
          "Instructions, L2 and latency are not in the model; one_pass is predicted by its bytes alone. It and "
          "the copy take no notice of block_rows. Caches are warm: what a launch has just written may be read from L2 "
          "by the next, and the copy's rate has such hits. cpu_ms is the median of repeats on one thread of the host, "
          "plain C++ in f32, of stages in several steps the sum; copies between host and card aren't timed."};
}

}  // namespace strandline::lab
