// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include "catalogue.hpp"

namespace strandline::lab {
namespace {

constexpr std::int64_t kKiB = 1024;

/// Finer where a level is expected to end: at 2 KiB, and from some 20 KiB on.
std::vector<std::int64_t> footprints() {
  std::vector<std::int64_t> bytes = {256,  512,  768,  1024, 1280, 1536, 1664, 1792, 1920, 1984,
                                     2048, 2112, 2176, 2304, 2432, 2560, 2816, 3072, 3584};
  for (const std::int64_t kib : {4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 36, 40, 44, 46, 48, 52, 56, 60, 64}) {
    bytes.push_back(kib * kKiB);
  }
  return bytes;
}

}  // namespace

Description about_constant_cache() {
  return {
      .name = "constant-cache",
      .title = "The caches of constant memory",
      .question = "How long does a load from constant memory take, and at which footprints do its caches end?",
      .sizes = {{.name = "footprints",
                 .meaning = "bytes that a chain of loads passes through, in whole lines of 64",
                 .values = footprints(),
                 .quick_values = {256, 1 * kKiB, 2 * kKiB, 4 * kKiB, 16 * kKiB, 64 * kKiB},
                 .smallest = 64,
                 .largest = 64 * kKiB,
                 .takes_several = true},
                {.name = "strides",
                 .meaning = "words of 4 bytes from load to load, to find the lines",
                 .values = {1, 2, 4, 8, 16, 32},
                 .quick_values = {1, 16, 32},
                 .smallest = 1,
                 .largest = 1024,
                 .takes_several = true},
                {.name = "strided_bytes",
                 .meaning = "bytes that these pass through; more than the first level holds",
                 .values = {16 * kKiB},
                 .quick_values = {16 * kKiB},
                 .smallest = 64,
                 .largest = 64 * kKiB},
                {.name = "loads",
                 .meaning = "loads that are timed in one call, rounded up to a multiple of 16",
                 .values = {4096},
                 .quick_values = {2048},
                 .smallest = 256,
                 .largest = 1 << 22}},
      .charts =
          {{.title = "Latency by footprint",
            .x = "footprint_bytes",
            .x_label = "bytes, a load in each line of 64",
            .y_label = "cycles a load",
            .series = {{.label = "in random order",
                        .y = "cycles_per_load",
                        .where = {{"order", "random"}, {"stride_bytes", 64}}}},
            .log_x = true},
           {.title = "Latency by stride, beyond the first level",
            .x = "stride_bytes",
            .x_label = "bytes from load to load",
            .y_label = "cycles a load",
            .series = {{.label = "one after the other", .y = "cycles_per_load", .where = {{"order", "sequential"}}}},
            .log_x = true}},
      .method =
          "A chain of dependent loads: each word of a table in constant memory has the offset of the next, and all "
          "lanes of one warp follow it, so that a load is one request. The chain is copied to the symbol, walked twice "
          "round to warm the caches, then timed by clock64. In random order with a load in each line of 64 bytes the "
          "footprint tells where a level ends; in sequential order beyond the first level the stride tells how long "
          "its lines are. Two chains through all of 64 KiB are walked once without warming: as the copy to the symbol "
          "leaves them, and with the L2 cache filled with other data since. Where a lane ends is compared with the "
          "host's.",
      .limits =
          "A kernel may have 64 KiB of constants, so the second level's end is out of reach where it holds as much. "
          "First loads are a mean over lines of which some share a longer line of the second level."};
}

}  // namespace strandline::lab
