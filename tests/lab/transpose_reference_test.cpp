// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The transposition that kernels are checked against.
#include "transpose/transpose_reference.hpp"

#include <gtest/gtest.h>

#include "random_inputs.hpp"

namespace {

using namespace strandline::lab;

TEST(TransposeReference, TurnsASmallMatrix) {
  EXPECT_EQ(transposed({1, 2, 3, 4, 5, 6, 7, 8, 9}, 3), (std::vector<float>{1, 4, 7, 2, 5, 8, 3, 6, 9}));
}

TEST(TransposeReference, TurnsEverySizeAboutAStrip) {
  for (std::int64_t side = 1; side <= 35; ++side) {
    const std::vector<float> matrix = random_floats(side * side, -1, 1, 1);
    const std::vector<float> turned = transposed(matrix, side);
    ASSERT_EQ(turned.size(), matrix.size());
    for (std::int64_t i = 0; i < side * side; ++i) {
      ASSERT_EQ(turned[static_cast<std::size_t>(i % side * side + i / side)], matrix[static_cast<std::size_t>(i)]);
    }
  }
}

}  // namespace
