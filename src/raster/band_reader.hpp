// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Reads the bands of a picture one after the other, each row once, with the rows above and below that they need.
#pragma once

#include <cstdint>
#include <vector>

#include <strandline/band.hpp>
#include <strandline/raster.hpp>

namespace strandline::raster {

/// The input rows of one band, in memory of its own that is used again for later bands.
class BandBuffer {
 public:
  BandBuffer(const RasterInfo& info, std::int64_t max_rows);

  MutableAnyImageView pixels(std::int64_t rows);
  ImageView<std::uint8_t> valid(std::int64_t rows);

 private:
  PixelType pixel_type_;
  bool has_valid_;
  std::int64_t cols_;
  std::vector<std::byte> pixels_;
  std::vector<std::uint8_t> valid_;
};

class BandReader {
 public:
  BandReader(RasterSource& source, Border border, std::int64_t halo);

  /// Fills `buffer` with what output rows [first_row, first_row + rows) need and returns a band without output.
  /// Calls go from top to bottom without gaps.
  Band read(std::int64_t first_row, std::int64_t rows, BandBuffer& buffer);

 private:
  struct Interval {
    std::int64_t begin;
    std::int64_t end;
  };

  Interval needed_rows(std::int64_t first_row, std::int64_t rows) const;
  void read_rows(std::int64_t begin, MutableAnyImageView pixels, ImageView<std::uint8_t> valid);

  RasterSource& source_;
  Border border_;
  std::int64_t halo_;
  BandBuffer carried_;  // rows that the next band shares with the last one
  Interval carried_rows_{0, 0};
};

}  // namespace strandline::raster
