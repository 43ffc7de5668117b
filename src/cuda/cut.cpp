// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Strips and runs from the sizes of a band and of a card.
#include "cuda/cut.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <strandline/error.hpp>

namespace strandline::cuda {
namespace {

// Shorter runs would spend most of their time on the rows that they share with others.
constexpr std::int64_t kFewestRunRows = 8;

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

}  // namespace

Cut make_cut(const Band& band, Border border, const KernelShape& shape, int multiprocessors) {
  const std::int64_t strips = divide_up(band.output.cols, shape.strip_cols);
  const std::int64_t blocks_at_once = std::int64_t{multiprocessors} * shape.blocks_per_multiprocessor;
  const std::int64_t runs_at_once = std::max<std::int64_t>(1, blocks_at_once / strips);
  Cut cut;
  cut.strip_cols = shape.strip_cols;
  cut.run_rows = std::clamp(divide_up(band.output.rows, runs_at_once), kFewestRunRows, shape.run_rows);
  cut.frame = Frame::of(band, border);
  const std::int64_t runs = divide_up(band.output.rows, cut.run_rows);
  const std::int64_t frame_blocks = divide_up(cut.frame.pixels(), shape.threads);
  constexpr std::int64_t kMostBlocks = std::numeric_limits<std::int32_t>::max();
  if (runs > kMostBlocks / strips || frame_blocks > kMostBlocks - runs * strips) {
    throw Unsupported(fmt::format("{} rows x {} cols are more than one launch can cover, cut them into bands",
                                  band.output.rows, band.output.cols));
  }
  cut.strips = static_cast<std::uint32_t>(strips);
  cut.runs = static_cast<std::uint32_t>(runs);
  cut.frame_blocks = static_cast<std::uint32_t>(frame_blocks);
  return cut;
}

}  // namespace strandline::cuda
