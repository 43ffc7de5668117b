// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Netpbm pictures put together by hand, with the pixels that they must be read as.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <strandline/raster.hpp>

#include "strided_image.hpp"

namespace strandline::test {

/// A picture as a file, and the pixels that it must be read as.
struct Picture {
  PixelType type = PixelType::u8;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::string file;
  std::vector<double> pixels;

  void fill(StridedImage& image, std::int64_t first_row, std::int64_t count) const {
    for (std::int64_t row = 0; row < count; ++row) {
      for (std::int64_t col = 0; col < cols; ++col) {
        const double pixel = pixels[static_cast<std::size_t>((first_row + row) * cols + col)];
        visit_pixel_type(type, [&]<class T>(T) { image.set<T>(row, col, static_cast<T>(pixel)); });
      }
    }
  }
};

template <class T>
std::string bytes_of(T value, std::endian order) {
  std::string bytes(sizeof(T), '\0');
  std::memcpy(bytes.data(), &value, sizeof(T));
  if (order != std::endian::native) std::ranges::reverse(bytes);
  return bytes;
}

/// Gray of any maxval, random and with both ends of the range.
inline Picture gray_picture(std::int64_t rows, std::int64_t cols, int maxval) {
  Picture picture{
      maxval > 255 ? PixelType::u16 : PixelType::u8, rows, cols, fmt::format("P5 {} {} {}\n", cols, rows, maxval), {}};
  std::mt19937 random(static_cast<unsigned>(rows * 1000 + cols));
  for (std::int64_t i = 0; i < rows * cols; ++i) {
    const int value = i == 0 ? maxval : i == 1 ? 0 : static_cast<int>(random() % (maxval + 1U));
    picture.file += maxval > 255 ? bytes_of(static_cast<std::uint16_t>(value), std::endian::big)
                                 : std::string(1, static_cast<char>(value));
    picture.pixels.push_back(value);
  }
  return picture;
}

inline Picture float_picture(std::int64_t rows, std::int64_t cols, std::endian order) {
  Picture picture{PixelType::f32,
                  rows,
                  cols,
                  fmt::format("Pf\n{} {}\n{}1.0\n", cols, rows, order == std::endian::little ? "-" : ""),
                  {}};
  for (std::int64_t i = 0; i < rows * cols; ++i) picture.pixels.push_back(static_cast<double>(i) * 0.25 - 3);
  for (std::int64_t row = rows - 1; row >= 0; --row) {
    for (std::int64_t col = 0; col < cols; ++col) {
      const double pixel = picture.pixels[static_cast<std::size_t>(row * cols + col)];
      picture.file += bytes_of(static_cast<float>(pixel), order);
    }
  }
  return picture;
}

inline void expect_rows(RasterSource& source, const Picture& picture, std::int64_t first_row, std::int64_t count,
                        const Rows& layout = {}) {
  StridedImage expected(picture.type, count, picture.cols, layout);
  StridedImage read(picture.type, count, picture.cols, layout);
  picture.fill(expected, first_row, count);
  source.read(first_row, read.view(), {});
  EXPECT_EQ(read.bytes(), expected.bytes())
      << "rows " << first_row << " + " << count << " of " << picture.rows << " x " << picture.cols;
}

}  // namespace strandline::test
