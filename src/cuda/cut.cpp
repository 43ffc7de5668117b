// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Strips and runs from the sizes of a band and of a card.
#include "cuda/cut.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <strandline/error.hpp>

namespace strandline::cuda {
namespace {

// Rows of input that a run needs beside its own.
constexpr std::int64_t kHaloRows = 6;

// Shorter runs would spend most of their time on the rows that they share with others.
constexpr std::int64_t kFewestRunRows = 8;

// An image whose blocks walk over no more rows than that each is one wave: what others would gain at the end they would
// lose at their beginnings.
constexpr std::int64_t kOneWaveRows = 64;

// Of the rows that are left, what each wave takes.
constexpr double kFirstWaveShare = 0.7;
constexpr double kLaterWaveShare = 0.7;

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

// At least so many rows, with their halo a whole number of slots.
std::int64_t run_of_whole_slots(std::int64_t rows, std::int64_t slot_rows) {
  return divide_up(std::max(rows, kFewestRunRows) + kHaloRows, slot_rows) * slot_rows - kHaloRows;
}

// Cuts `rows` into runs; returns how many there are in each strip.
std::int64_t cut_into_runs(Cut& cut, std::int64_t rows, std::int64_t strips, const KernelShape& shape,
                           std::int64_t blocks_at_once) {
  const std::int64_t runs_of_wave = std::max<std::int64_t>(1, blocks_at_once / strips);
  const bool is_one_wave = rows <= runs_of_wave * kOneWaveRows;
  const int last_wave = is_one_wave ? 0 : Cut::kWaves - 1;
  std::int64_t first_row = 0;
  std::int64_t runs = 0;
  for (int wave = 0; wave <= last_wave; ++wave) {
    const std::int64_t left = std::max<std::int64_t>(0, rows - first_row);
    const double share = wave == last_wave ? 1 : wave == 0 ? kFirstWaveShare : kLaterWaveShare;
    const double share_of_run = share * static_cast<double>(left) / static_cast<double>(runs_of_wave);
    const std::int64_t most_rows = std::min(static_cast<std::int64_t>(std::ceil(share_of_run)), shape.most_run_rows);
    const std::int64_t run_rows = run_of_whole_slots(most_rows, shape.slot_rows);
    const std::int64_t needed = divide_up(left, run_rows);
    cut.waves[wave] = {first_row, run_rows};
    runs += wave == last_wave ? needed : std::min(needed, runs_of_wave);
    first_row += runs_of_wave * run_rows;
  }
  cut.runs_of_wave = static_cast<std::uint32_t>(is_one_wave ? runs : runs_of_wave);
  return runs;
}

}  // namespace

Cut make_cut(const Band& band, Border border, const KernelShape& shape, int multiprocessors) {
  const std::int64_t strips = divide_up(band.output.cols, shape.strip_cols);
  const std::int64_t blocks_at_once = std::int64_t{multiprocessors} * shape.blocks_per_multiprocessor;
  Cut cut;
  const std::int64_t runs = cut_into_runs(cut, band.output.rows, strips, shape, blocks_at_once);
  cut.frame = Frame::of(band, border);
  const std::int64_t frame_blocks = divide_up(cut.frame.pixels(), shape.threads);
  if (runs > (std::numeric_limits<std::int32_t>::max() - frame_blocks) / strips) {
    throw Unsupported(fmt::format("{} rows x {} cols are more than one launch can cover, cut them into bands",
                                  band.output.rows, band.output.cols));
  }
  cut.strip_cols = shape.strip_cols;
  cut.strips = static_cast<std::uint32_t>(strips);
  cut.runs = static_cast<std::uint32_t>(runs);
  cut.frame_blocks = static_cast<std::uint32_t>(frame_blocks);
  return cut;
}

}  // namespace strandline::cuda
