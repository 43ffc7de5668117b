// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the lab's convolution is held to: against sums written out pixel by pixel, and against results that are wrong.
#include "convolution/convolution_reference.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include <gtest/gtest.h>

#include <strandline/raster.hpp>

#include "convolution/blue_marble.hpp"
#include "random_inputs.hpp"

namespace {

using namespace strandline;
using namespace strandline::lab;

using Image = std::vector<double>;

Image random_image(ImageSize size) {
  const std::vector<float> floats = random_floats(size.pixels(), 0, 1, 3);
  return {floats.begin(), floats.end()};
}

double pixel(const Image& image, ImageSize size, int row, int col) {
  if (row < 0 || row >= size.rows || col < 0 || col >= size.cols) return 0;
  return image[static_cast<std::size_t>(row * size.cols + col)];
}

double blurred_pixel(const Image& image, ImageSize size, int row, int col) {
  constexpr int kWeights[] = {1, 4, 6, 4, 1};
  double sum = 0;
  for (int i = -2; i <= 2; ++i) {
    for (int j = -2; j <= 2; ++j) sum += kWeights[i + 2] * kWeights[j + 2] * pixel(image, size, row + i, col + j);
  }
  return sum / 256;
}

double gradient_pixel(const Image& image, ImageSize size, int row, int col) {
  const auto at = [&](int i, int j) { return pixel(image, size, row + i, col + j); };
  const double gx = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
  const double gy = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
  return std::hypot(gx, gy);
}

template <class Visit>
void for_each_small_size(Visit&& visit) {
  for (int rows = 1; rows <= 8; ++rows) {
    for (int cols = 1; cols <= 8; ++cols) visit(ImageSize{rows, cols});
  }
}

template <class Expected>
void expect_each(const Image& found, ImageSize size, Expected&& expected) {
  for (int row = 0; row < size.rows; ++row) {
    for (int col = 0; col < size.cols; ++col) {
      EXPECT_NEAR(pixel(found, size, row, col), expected(row, col), 1e-14) << size.rows << " x " << size.cols;
    }
  }
}

TEST(ConvolutionReference, BlursWithZerosOutsideTheFrame) {
  for_each_small_size([](ImageSize size) {
    const Image image = random_image(size);
    Image at_once(image.size(), -1);
    Image separable(image.size(), -1);
    blur(std::span(image), size, std::span(at_once));
    blur_separable(std::span(image), size, std::span(separable));
    const auto expected = [&](int row, int col) { return blurred_pixel(image, size, row, col); };
    expect_each(at_once, size, expected);
    expect_each(separable, size, expected);
  });
}

TEST(ConvolutionReference, TakesGradientsWithZerosOutsideTheFrame) {
  for_each_small_size([](ImageSize size) {
    const Image image = random_image(size);
    Image magnitude(image.size(), -1);
    sobel(std::span(image), size, std::span(magnitude));
    expect_each(magnitude, size, [&](int row, int col) { return gradient_pixel(image, size, row, col); });
  });
}

TEST(ConvolutionReference, FusedIsStaged) {
  const ImageSize size{7, 9};
  const Image image = random_image(size);
  Image magnitude(image.size());
  std::vector<std::uint8_t> staged(image.size(), 1);
  std::vector<std::uint8_t> fused(image.size(), 2);
  sobel(std::span(image), size, std::span(magnitude));
  threshold(std::span<const double>(magnitude), 1.5, std::span(staged));
  sobel_threshold(std::span(image), size, 1.5, std::span(fused));
  EXPECT_EQ(staged, fused);
  EXPECT_EQ(staged[0], magnitude[0] > 1.5 ? 255 : 0);
}

TEST(ConvolutionReference, AThresholdIsNoEdgeItself) {
  const std::vector<float> magnitude = {0.29F, 0.3F, 0.31F};
  std::vector<std::uint8_t> edges(3, 1);
  threshold(std::span(magnitude), 0.3F, std::span(edges));
  EXPECT_EQ(edges, (std::vector<std::uint8_t>{0, 0, 255}));
}

TEST(ConvolutionReference, TheOnePassAgreesWithDoublePrecision) {
  const ImageSize size{61, 67};
  const std::vector<float> image = random_floats(size.pixels(), 0, 1, 4);
  const ExpectedImages expected = expect_images(image, size);
  EXPECT_LE(compare_edges(expected.one_pass, expected.magnitude, "the one pass").differing, 2);
}

// Near the threshold a byte may be wrong, elsewhere not; 127 may be nowhere.
TEST(ConvolutionReference, AnEdgeMayDifferNearTheThresholdOnly) {
  const Image magnitude = {0.1, 0.30005, 0.29995, 0.5};
  const auto compare = [&](std::vector<std::uint8_t> edges) { return compare_edges(edges, magnitude, "it"); };
  EXPECT_EQ(compare({0, 255, 0, 255}).differing, 0);
  const EdgeDifferences both = compare({0, 0, 255, 255});
  EXPECT_EQ(both.differing, 2);
  EXPECT_NEAR(both.furthest, 5e-5, 1e-12);
  EXPECT_THROW(compare({255, 255, 0, 255}), CheckFailed);
  EXPECT_THROW(compare({0, 255, 0, 0}), CheckFailed);
  EXPECT_THROW(compare({0, 127, 0, 255}), CheckFailed);
  EXPECT_THROW(compare({0, 255, 1, 255}), CheckFailed);
  EXPECT_THROW(compare({0, 255, 0}), CheckFailed);
}

TEST(ConvolutionReference, KnowsAnImpulseResponse) {
  const ImageSize size{9, 11};
  std::vector<float> image(static_cast<std::size_t>(size.pixels()));
  image[4 * 11 + 5] = 1;
  std::vector<float> response(image.size());
  blur(std::span<const float>(image), size, std::span(response));
  const ImpulseResponse right = impulse_response(response, size, 4, 5);
  EXPECT_EQ(right.peak_row, 4);
  EXPECT_EQ(right.peak_col, 5);
  EXPECT_EQ(right.equal_taps, 25);
  EXPECT_EQ(right.sum, 1);

  response[2 * 11 + 3] *= 2;
  const ImpulseResponse wrong = impulse_response(response, size, 4, 5);
  EXPECT_EQ(wrong.equal_taps, 24);
  EXPECT_NE(wrong.sum, 1);

  EXPECT_LT(impulse_response(response, size, 4, 6).equal_taps, 25);
  response[0] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(impulse_response(response, size, 4, 5).sum, 1);
}

TEST(ConvolutionReference, TheBuiltInPictureIsTheFile) {
  const auto source =
      open_raster(std::filesystem::path(STRANDLINE_TESTDATA) / "../lab/convolution/" / "blue_marble_256x256.pgm");
  ASSERT_EQ(source->info().rows, kBlueMarbleSide);
  ASSERT_EQ(source->info().cols, kBlueMarbleSide);
  std::vector<std::uint8_t> pixels(blue_marble_luma().size());
  source->read(0, ImageView<std::uint8_t>(pixels.data(), kBlueMarbleSide, kBlueMarbleSide), {});
  EXPECT_TRUE(std::ranges::equal(pixels, blue_marble_luma()));
}

}  // namespace
