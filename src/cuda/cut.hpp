// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// How a band is cut into blocks for a card: strips of columns, cut into runs of rows that are walked downwards.
//
//        strip 0   strip 1   strip 2
//      +---------+---------+------+    The first wave: as many blocks as
//      |    |    |    |    |   |  |    the card holds at once, with most
//      |    v    |    v    |   v  |    of the rows.
//      +---------+---------+------+
//      |    v    |    v    |   v  |    Later waves: shorter and shorter.
//      +---------+---------+------+    Their blocks start as others end,
//      |    v    |    v    |   v  |    so that all end nearly together.
//      +---------+---------+------+
//
// Blocks are numbered along the rows of this picture. The grid is one-dimensional, because its other dimensions are
// short. Everything here is constexpr, for host and device.
#pragma once

#include <cstdint>
#include <limits>

#include <strandline/band.hpp>
#include <strandline/border.hpp>

namespace strandline::cuda {

/// Where borders zero and replicate extend the blurred image and not the source, the outermost ring of output pixels
/// has sums of its own.
constexpr bool frame_is_apart(Border border) { return border == Border::zero || border == Border::replicate; }

/// The part of that ring that a band's output holds: whole rows, then the first and last pixels of the other rows.
struct Frame {
  bool has_top = false;
  bool has_bottom = false;  // false, too, when the image has one row only: that is the top
  std::int64_t rows = 0;    // of the band's output; 0 where there is no frame
  std::int64_t cols = 0;

  static constexpr Frame of(const Band& band, Border border) {
    Frame frame;
    if (!frame_is_apart(border)) return frame;
    frame.rows = band.output.rows;
    frame.cols = band.output.cols;
    frame.has_top = band.first_row == 0;
    frame.has_bottom = band.first_row + frame.rows == band.image_rows && band.image_rows > 1;
    return frame;
  }

  constexpr std::int64_t whole_rows() const { return std::int64_t{has_top} + std::int64_t{has_bottom}; }
  constexpr std::int64_t side_pixels() const { return cols > 1 ? 2 : cols; }
  constexpr std::int64_t pixels() const { return whole_rows() * cols + (rows - whole_rows()) * side_pixels(); }
};

/// Rows of output that a block walks over.
struct Run {
  std::int64_t first_row = 0;
  std::int64_t rows = 0;
};

/// The same for all blocks of a launch.
struct Cut {
  static constexpr int kWaves = 4;

  std::int64_t strip_cols = 0;
  std::uint32_t strips = 0;
  std::uint32_t runs = 0;
  std::uint32_t runs_of_wave = 0;
  Run waves[kWaves];  // the first run of each wave; the last wave goes on to the end of the image
  Frame frame;
  std::uint32_t frame_blocks = 0;

  constexpr std::uint32_t blocks() const { return frame_blocks + strips * runs; }

  /// Blocks come in this order: those of the first wave, those that write the frame, those of the later waves. So the
  /// long runs begin at once, and nothing waits for the frame at the end.
  constexpr std::uint32_t first_frame_block() const { return strips * (runs < runs_of_wave ? runs : runs_of_wave); }

  /// The image may end within the last run.
  constexpr Run run(std::uint32_t i) const {
    const std::uint32_t wave = i / runs_of_wave < kWaves ? i / runs_of_wave : kWaves - 1;
    const Run& first = waves[wave];
    return {first.first_row + (i - wave * runs_of_wave) * first.rows, first.rows};
  }
};

/// What a kernel says of itself.
struct KernelShape {
  int threads = 0;
  std::int64_t strip_cols = 0;
  /// Rows of input that a block takes at a time; runs are cut so that it wants whole ones.
  std::int64_t slot_rows = 1;
  int blocks_per_multiprocessor = 0;
  /// Where not all strips are equally fast, long runs of the slow ones would be waited for.
  std::int64_t most_run_rows = std::numeric_limits<std::int64_t>::max();
};

/// Cuts `band` so that all of the card's multiprocessors are busy, and to the end.
/// Throws Unsupported for an image of more blocks than a grid may have (2^31 - 1).
Cut make_cut(const Band& band, Border border, const KernelShape& shape, int multiprocessors);

}  // namespace strandline::cuda
