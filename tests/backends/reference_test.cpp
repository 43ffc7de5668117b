// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The oracle itself, against a second formulation of the same mathematics: the stages composed in double precision, as
// textbooks write them, without the algebra of cells.
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <strandline/edges.hpp>

#include "support/guarded_image.hpp"
#include "support/random_pixels.hpp"

namespace strandline {
namespace {

using Plane = std::vector<double>;

/// Correlates a (rows, cols) plane with a square stencil of odd side, extended by the border rule.
Plane correlate(const Plane& plane, std::int64_t rows, std::int64_t cols, const std::vector<double>& stencil,
                Border border) {
  const auto side = static_cast<std::int64_t>(std::lround(std::sqrt(static_cast<double>(stencil.size()))));
  Plane result(plane.size(), 0);
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = 0; c < cols; ++c) {
      for (std::int64_t i = 0; i < side * side; ++i) {
        const std::int64_t row = border_index(r + i / side - side / 2, rows, border);
        const std::int64_t col = border_index(c + i % side - side / 2, cols, border);
        if (row != kOutside && col != kOutside) result[r * cols + c] += stencil[i] * plane[row * cols + col];
      }
    }
  }
  return result;
}

std::vector<double> binomial_5x5() {
  constexpr std::array<double, 5> kTaps = {1, 4, 6, 4, 1};
  std::vector<double> stencil;
  for (const double a : kTaps) {
    for (const double b : kTaps) stencil.push_back(a * b / 256);
  }
  return stencil;
}

const std::vector<double> kSobelX = {-1, 0, 1, -2, 0, 2, -1, 0, 1};
const std::vector<double> kSobelY = {-1, -2, -1, 0, 0, 0, 1, 2, 1};

/// Squared gradient magnitude of the blurred image, in the image's own units.
Plane squared_gradient(const Plane& plane, std::int64_t rows, std::int64_t cols, Border border) {
  const Plane blurred = correlate(plane, rows, cols, binomial_5x5(), border);
  const Plane gx = correlate(blurred, rows, cols, kSobelX, border);
  const Plane gy = correlate(blurred, rows, cols, kSobelY, border);
  Plane result(plane.size());
  for (std::size_t i = 0; i < plane.size(); ++i) result[i] = gx[i] * gx[i] + gy[i] * gy[i];
  return result;
}

template <Pixel T>
void expect_textbook_edges(std::int64_t rows, std::int64_t cols, Border border) {
  test::GuardedImage<T> input(rows, cols);
  input.fill(test::RandomPixels<T>(7 * rows + cols, test::Texture::noise));
  const std::vector<T> pixels = input.pixels();
  const Plane squared = squared_gradient(Plane(pixels.begin(), pixels.end()), rows, cols, border);
  test::GuardedImage<std::uint8_t> output(rows, cols);
  edges(input.view(), output.view(), {0.6, border, {}}, {"reference", 1});
  const double threshold = 0.6 * natural_full_scale(kPixelTypeOf<T>);
  for (std::int64_t i = 0; i < rows * cols; ++i) {
    // Within rounding of the threshold either answer is right; random pixels hardly ever come there.
    if (std::abs(std::sqrt(squared[i]) / threshold - 1) < 1e-6) continue;
    ASSERT_EQ(squared[i] > threshold * threshold ? kEdge : 0, output.get(i / cols, i % cols))
        << rows << " x " << cols << ", " << to_string(border) << ", pixel " << i;
  }
}

TEST(Reference, IsTheTextbooksStagesComposed) {
  for (const Border border : kAllBorders) {
    for (std::int64_t rows = 1; rows <= 12; ++rows) {
      for (std::int64_t cols = 1; cols <= 12; ++cols) {
        expect_textbook_edges<std::uint8_t>(rows, cols, border);
        expect_textbook_edges<std::uint16_t>(rows, cols, border);
        expect_textbook_edges<float>(rows, cols, border);
      }
    }
  }
}

// A step of height s, blurred, reads 0 1 5 11 15 16 sixteenths of s around it. Sobel's 1 2 1 sums to 4, so both pixels
// at the step have a gradient of 4 (11 - 1) / 16 s = 2.5 s, and their neighbours one of 4 (5 - 0) / 16 s = 1.25 s.
TEST(Reference, StepOfKnownHeight) {
  test::GuardedImage<std::uint8_t> input(9, 16);
  input.fill([](auto, std::int64_t col) { return static_cast<std::uint8_t>(col < 8 ? 0 : 100); });
  const auto edge_columns = [&](double magnitude) {
    test::GuardedImage<std::uint8_t> output(9, 16);
    edges(input.view(), output.view(), {magnitude / 255, Border::reflect101, {}}, {"reference", 1});
    std::vector<std::int64_t> columns;
    for (std::int64_t col = 0; col < 16; ++col) {
      if (output.get(4, col) == kEdge) columns.push_back(col);
    }
    return columns;
  };
  EXPECT_EQ((std::vector<std::int64_t>{7, 8}), edge_columns(249.9));
  EXPECT_EQ((std::vector<std::int64_t>{}), edge_columns(250.1));
}

}  // namespace
}  // namespace strandline
