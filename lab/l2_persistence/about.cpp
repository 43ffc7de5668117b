// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include "catalogue.hpp"

namespace strandline::lab {
namespace {

Series measured(const char* label, const char* y) { return {.label = label, .y = y}; }
Series predicted(const char* label, const char* y) { return {.label = label, .y = y, .is_prediction = true}; }

}  // namespace

Description about_l2_persistence() {
  return {.name = "l2-persistence",
          .title = "A region kept in the L2 cache beside a stream",
          .question =
              "What is an access policy window worth to a region that is read again and again while a stream goes by?",
          .sizes = {{.name = "region_percent",
                     .meaning = "the region's bytes in percent of what is set aside",
                     .values = {25, 50, 75, 100, 150, 200},
                     .quick_values = {50, 100, 200},
                     .smallest = 1,
                     .largest = 400,
                     .takes_several = true},
                    {.name = "set_aside_percent",
                     .meaning = "what is set aside of the L2 cache, in percent of the most that the card allows",
                     .values = {100},
                     .quick_values = {100},
                     .smallest = 1,
                     .largest = 100},
                    {.name = "streamed_per_reused",
                     .meaning = "bytes of the stream for each byte read of the region",
                     .values = {1},
                     .quick_values = {1},
                     .smallest = 1,
                     .largest = 16},
                    {.name = "passes",
                     .meaning = "passes over the region in one call",
                     .values = {16},
                     .quick_values = {8},
                     .smallest = 2,
                     .largest = 64}},
          .charts = {
              {.title = "Time of a pass over the region and its stream",
               .x = "region_percent",
               .x_label = "region in % of what is set aside",
               .y_label = "microseconds a pass",
               .series = {measured("without a window", "without_us"), predicted("without, model", "without_us"),
                          measured("window, fitting hit ratio", "window_us"), predicted("window, model", "window_us"),
                          measured("window, hit ratio 1", "window_ratio_1_us"),
                          predicted("hit ratio 1, model", "window_ratio_1_us"),
                          measured("no window, stream evicted first", "evict_first_us")}},
              {.title = "What the window is worth",
               .x = "region_percent",
               .x_label = "region in % of what is set aside",
               .y_label = "time without over time with a window",
               .series = {measured("measured", "speedup"), predicted("model", "speedup")}},
              {.title = "Rate at which the region is read",
               .x = "region_percent",
               .x_label = "region in % of what is set aside",
               .y_label = "GB/s of the region",
               .series = {measured("without a window", "without_gbps"), measured("window", "window_gbps")}}}};
}

}  // namespace strandline::lab
