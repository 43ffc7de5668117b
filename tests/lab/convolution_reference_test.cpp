// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the lab's convolution is held to: against sums written out pixel by pixel, and against results that are wrong.
#include "convolution/convolution_reference.hpp"

#include <cmath>

#include <gtest/gtest.h>

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
  const Deviation both = compare({0, 0, 255, 255});
  EXPECT_EQ(both.differing, 2);
  EXPECT_NEAR(both.furthest, 5e-5, 1e-12);
  EXPECT_THROW(compare({255, 255, 0, 255}), CheckFailed);
  EXPECT_THROW(compare({0, 255, 0, 0}), CheckFailed);
  EXPECT_THROW(compare({0, 127, 0, 255}), CheckFailed);
  EXPECT_THROW(compare({0, 255, 1, 255}), CheckFailed);
  EXPECT_THROW(compare({0, 255, 0}), CheckFailed);
}

// What the blurs of an impulse are held to without any tolerance.
TEST(ConvolutionReference, AnImpulseBecomesTheWeights) {
  const ImageSize size{9, 11};
  std::vector<float> image(static_cast<std::size_t>(size.pixels()));
  image[4 * 11 + 5] = 1;
  const ExpectedImages expected = expect_images(image, size);
  Image weights(image.size());
  constexpr double kBinomial[] = {1, 4, 6, 4, 1};
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) weights[(2 + i) * 11 + 3 + j] = kBinomial[i] * kBinomial[j] / 256;
  }
  EXPECT_EQ(expected.blurred, weights);
  std::vector<float> found(weights.begin(), weights.end());
  EXPECT_EQ(check_close(found, expected.blurred, {}, "it"), 0);
  found[2 * 11 + 3] *= 1 + 1e-6F;
  EXPECT_THROW(check_close(found, expected.blurred, {}, "it"), CheckFailed);
}

TEST(ConvolutionReference, TimesEachStageOnTheHostSeveralTimes) {
  const ImageSize size{64, 64};
  const std::vector<float> image = random_floats(size.pixels(), 0, 1, 5);
  const std::vector<CpuTime> times = time_on_cpu(image, size, true);
  ASSERT_EQ(times.size(), stages().size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    EXPECT_GT(times[i].median_ms, 0) << stages()[i].name;
    EXPECT_GE(times[i].iqr_ms, 0) << stages()[i].name;
    EXPECT_GE(times[i].samples, 3) << stages()[i].name;
  }
  const auto ms = [&](std::string_view stage) { return times[stage_index(stage)].median_ms; };
  EXPECT_EQ(ms("sobel_then_threshold"), ms("sobel") + ms("threshold"));
  EXPECT_EQ(ms("pipeline"), ms("blur_separable") + ms("sobel_threshold_fused"));
  EXPECT_EQ(ms("blur_tiled_37"), ms("blur_naive"));
}

}  // namespace
