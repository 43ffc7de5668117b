// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What must hold of edges on any image, checked on random ones; RapidCheck prints the seed of a failure.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <strandline/edges.hpp>

namespace strandline {
namespace {

/// A random image of random shape, and how to look for its edges.
struct Sample {
  std::int64_t rows = *rc::gen::inRange<std::int64_t>(1, 30);
  std::int64_t cols = *rc::gen::inRange<std::int64_t>(1, 30);
  Border border = *rc::gen::elementOf(std::vector<Border>(kAllBorders.begin(), kAllBorders.end()));
  double threshold = *rc::gen::elementOf(std::vector<double>{0.01, 0.3, 1, 2});
};

std::vector<std::uint8_t> bytes(const Sample& sample) {
  return *rc::gen::container<std::vector<std::uint8_t>>(static_cast<std::size_t>(sample.rows * sample.cols),
                                                        rc::gen::arbitrary<std::uint8_t>());
}

template <Pixel T>
std::vector<std::uint8_t> edges_of(const std::vector<T>& pixels, const Sample& sample) {
  std::vector<std::uint8_t> result(pixels.size());
  edges(ImageView<const T>(pixels.data(), sample.rows, sample.cols),
        ImageView<std::uint8_t>(result.data(), sample.rows, sample.cols), {sample.threshold, sample.border, {}});
  return result;
}

template <class T>
std::vector<T> reversed(std::vector<T> values) {
  std::reverse(values.begin(), values.end());
  return values;
}

RC_GTEST_PROP(Edges, CommuteWithRotationBy180Degrees, ()) {
  const Sample sample;
  const std::vector<std::uint8_t> pixels = bytes(sample);
  const std::vector<float> floats(pixels.begin(), pixels.end());
  std::vector<float> scaled(floats);
  for (float& value : scaled) value *= 0.1f / 255;  // sums that round
  RC_ASSERT(edges_of(reversed(pixels), sample) == reversed(edges_of(pixels, sample)));
  RC_ASSERT(edges_of(reversed(scaled), sample) == reversed(edges_of(scaled, sample)));
}

RC_GTEST_PROP(Edges, OfAConstantAreNone, (std::uint16_t value)) {
  Sample sample;
  RC_PRE(sample.border != Border::zero);  // which surrounds it by black
  const std::vector<std::uint16_t> constant(static_cast<std::size_t>(sample.rows * sample.cols), value);
  RC_ASSERT(edges_of(constant, sample) == std::vector<std::uint8_t>(constant.size(), 0));
}

// The same picture at twice the depth: u8 times 257 is u16, and dividing by 255 makes neither an edge nor removes one
// unless the sum rounds just at the threshold, which integers times 257 do not.
RC_GTEST_PROP(Edges, DoNotDependOnTheBitDepth, ()) {
  const Sample sample;
  const std::vector<std::uint8_t> pixels = bytes(sample);
  std::vector<std::uint16_t> deep(pixels.begin(), pixels.end());
  for (std::uint16_t& value : deep) value = static_cast<std::uint16_t>(value * 257);
  RC_ASSERT(edges_of(deep, sample) == edges_of(pixels, sample));
}

// Whole numbers are exact in f32 too, so u8 and f32 take the same decisions.
RC_GTEST_PROP(Edges, OfWholeFloatsAreThoseOfIntegers, ()) {
  Sample sample;
  const std::vector<std::uint8_t> pixels = bytes(sample);
  const std::vector<std::uint8_t> expected = edges_of(pixels, sample);
  sample.threshold *= 255;
  RC_ASSERT(edges_of(std::vector<float>(pixels.begin(), pixels.end()), sample) == expected);
}

// A single bright pixel: the gradient is that of the 5x5 binomial, so nothing changes more than 3 pixels away.
RC_GTEST_PROP(Edges, OfAnImpulseStayWithinTheStencil, ()) {
  Sample sample;
  sample.threshold = 0;
  RC_PRE(sample.border != Border::wrap);
  const std::int64_t row = *rc::gen::inRange<std::int64_t>(0, sample.rows);
  const std::int64_t col = *rc::gen::inRange<std::int64_t>(0, sample.cols);
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(sample.rows * sample.cols), 0);
  pixels[row * sample.cols + col] = 255;
  const std::vector<std::uint8_t> result = edges_of(pixels, sample);
  for (std::int64_t i = 0; i < sample.rows * sample.cols; ++i) {
    const bool far = std::abs(i / sample.cols - row) > 3 || std::abs(i % sample.cols - col) > 3;
    if (far) RC_ASSERT(result[i] == 0);
  }
}

RC_GTEST_PROP(Edges, AreFewerAtAHigherThreshold, ()) {
  Sample sample;
  const std::vector<std::uint8_t> pixels = bytes(sample);
  const std::vector<std::uint8_t> more = edges_of(pixels, sample);
  sample.threshold *= 1.5;
  const std::vector<std::uint8_t> fewer = edges_of(pixels, sample);
  for (std::size_t i = 0; i < pixels.size(); ++i) RC_ASSERT(fewer[i] <= more[i]);
}

// Exactly one nodata pixel makes exactly its 7x7 neighbourhood unknown, and changes nothing else.
RC_GTEST_PROP(Edges, AroundNodataAreUnknownAndElsewhereUnchanged, ()) {
  Sample sample;
  RC_PRE(sample.border != Border::wrap);
  const std::vector<std::uint8_t> pixels = bytes(sample);
  const std::int64_t row = *rc::gen::inRange<std::int64_t>(0, sample.rows);
  const std::int64_t col = *rc::gen::inRange<std::int64_t>(0, sample.cols);
  std::vector<std::uint8_t> valid(pixels.size(), 255);
  valid[row * sample.cols + col] = 0;
  std::vector<std::uint8_t> expected = edges_of(pixels, sample);
  for (std::int64_t i = 0; i < sample.rows * sample.cols; ++i) {
    const bool near = std::abs(i / sample.cols - row) <= 3 && std::abs(i % sample.cols - col) <= 3;
    if (near) expected[i] = kUnknown;
  }
  std::vector<std::uint8_t> result(pixels.size());
  edges(ImageView<const std::uint8_t>(pixels.data(), sample.rows, sample.cols),
        ImageView<const std::uint8_t>(valid.data(), sample.rows, sample.cols),
        ImageView<std::uint8_t>(result.data(), sample.rows, sample.cols), {sample.threshold, sample.border, {}});
  RC_ASSERT(result == expected);
}

// Impulse response: an impulse of height 1 in the middle gives Gx, Gy of the composed 7x7 taps; with the threshold set
// between the taps' magnitudes the edge set is known.
TEST(Edges, ImpulseResponseIsTheComposedTaps) {
  constexpr std::int64_t kSide = 15;
  constexpr int kSmooth[7] = {1, 6, 15, 20, 15, 6, 1};  // 1 4 6 4 1 convolved with 1 2 1
  constexpr int kSlope[7] = {1, 4, 5, 0, -5, -4, -1};   // 1 4 6 4 1 convolved with 1 0 -1
  std::vector<float> pixels(kSide * kSide, 0);
  pixels[7 * kSide + 7] = 256;
  for (const double threshold : {0.5, 20.0, 60.0, 99.0}) {
    Sample sample{kSide, kSide, Border::zero, threshold};
    const std::vector<std::uint8_t> result = edges_of(pixels, sample);
    for (std::int64_t i = 0; i < kSide * kSide; ++i) {
      const std::int64_t r = i / kSide - 4;
      const std::int64_t c = i % kSide - 4;
      double squared = 0;
      if (r >= 0 && r < 7 && c >= 0 && c < 7) {
        const double gx = kSmooth[r] * kSlope[c];
        const double gy = kSlope[r] * kSmooth[c];
        squared = gx * gx + gy * gy;
      }
      EXPECT_EQ(squared > threshold * threshold ? kEdge : 0, result[i]) << "pixel " << i << ", threshold " << threshold;
    }
  }
}

}  // namespace
}  // namespace strandline
