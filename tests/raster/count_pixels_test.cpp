// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Counting by words against counting by pixels.
#include "raster/count_pixels.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <strandline/operation.hpp>

namespace strandline {
namespace {

TEST(CountPixels, EqualsCountingOneByOne) {
  std::mt19937 generator(1);
  for (const std::int64_t cols : {1, 7, 8, 9, 255 * 8 - 1, 255 * 8, 255 * 8 + 1, 10'000}) {
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(3 * cols));
    constexpr std::uint8_t kValues[] = {0, kUnknown, kEdge};
    for (std::uint8_t& pixel : pixels) pixel = kValues[generator() % 3];
    const auto counts = raster::count_pixels(ImageView<const std::uint8_t>(pixels.data(), 3, cols));
    EXPECT_EQ(std::count(pixels.begin(), pixels.end(), kEdge), counts.edge) << cols;
    EXPECT_EQ(std::count(pixels.begin(), pixels.end(), kUnknown), counts.unknown) << cols;
  }
}

TEST(CountPixels, DoesNotOverflowItsCounters) {
  const std::vector<std::uint8_t> edges(100'000, kEdge);
  EXPECT_EQ(100'000, raster::count_pixels(ImageView<const std::uint8_t>(edges.data(), 1, 100'000)).edge);
  const std::vector<std::uint8_t> unknown(100'000, kUnknown);
  EXPECT_EQ(100'000, raster::count_pixels(ImageView<const std::uint8_t>(unknown.data(), 1, 100'000)).unknown);
}

}  // namespace
}  // namespace strandline
