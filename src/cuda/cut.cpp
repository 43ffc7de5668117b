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

// The blocks of a grid, as long as they are few enough for one.
std::int64_t checked_product(std::int64_t runs, std::int64_t strips) {
  if (runs <= std::numeric_limits<std::int32_t>::max() / strips) return runs * strips;
  throw Unsupported(
      fmt::format("{} runs of rows in {} strips of columns are more than one launch can cover, cut the "
                  "image into bands",
                  runs, strips));
}

}  // namespace

Cut make_cut(const Band& band, Border border, const KernelShape& shape, int multiprocessors) {
  const std::int64_t strips = divide_up(band.output.cols, shape.strip_cols);
  // Blocks come in waves, as many at once as the card holds. A last wave of a few blocks takes as long as a full one,
  // so runs are made a little shorter or longer for waves that are nearly full. A small image is one wave.
  const std::int64_t blocks_at_once = std::int64_t{multiprocessors} * shape.blocks_per_multiprocessor;
  const std::int64_t runs_at_most = divide_up(band.output.rows, shape.run_rows);
  const std::int64_t waves = divide_up(checked_product(runs_at_most, strips), blocks_at_once);
  const std::int64_t runs_of_waves = std::max<std::int64_t>(1, waves * blocks_at_once / strips);
  Cut cut;
  cut.strip_cols = shape.strip_cols;
  cut.run_rows = std::max(divide_up(band.output.rows, runs_of_waves), kFewestRunRows);
  cut.frame = Frame::of(band, border);
  const std::int64_t runs = divide_up(band.output.rows, cut.run_rows);
  const std::int64_t frame_blocks = divide_up(cut.frame.pixels(), shape.threads);
  if (checked_product(runs, strips) > std::numeric_limits<std::int32_t>::max() - frame_blocks) {
    throw Unsupported(fmt::format("{} rows x {} cols are more than one launch can cover, cut them into bands",
                                  band.output.rows, band.output.cols));
  }
  cut.strips = static_cast<std::uint32_t>(strips);
  cut.runs = static_cast<std::uint32_t>(runs);
  cut.frame_blocks = static_cast<std::uint32_t>(frame_blocks);
  return cut;
}

}  // namespace strandline::cuda
