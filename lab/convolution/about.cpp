// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include "catalogue.hpp"

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

Chart bars(const char* title, const char* y, const char* y_label) {
  return {.title = title,
          .x = "stage",
          .x_label = "stage",
          .y_label = y_label,
          .series = {{.label = "measured", .y = y}, {.label = "model", .y = y, .is_prediction = true}}};
}

}  // namespace

Description about_convolution() {
  return {.name = "convolution",
          .title = "Blur, gradient and threshold, stage by stage",
          .question =
              "What does each stage of an edge pipeline take beside a copy, and what is gained by tiles, by "
              "fusing launches and by one pass?",
          .sizes = {side("rows"), side("cols")},
          .charts = {bars("Time of each stage", "time", "ms"),
                     bars("Bandwidth of each stage", "fraction_of_copy", "bytes a second, relative to the copy")}};
}

}  // namespace strandline::lab
