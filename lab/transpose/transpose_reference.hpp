// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The transposition that kernels are checked against.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace strandline::lab {

/// Of a (side, side) matrix.
inline std::vector<float> transposed(const std::vector<float>& matrix, std::int64_t side) {
  std::vector<float> result(matrix.size());
  constexpr std::int64_t kStrip = 16;  // a cache line of columns, so that large matrices don't take seconds
  for (std::int64_t first = 0; first < side; first += kStrip) {
    for (std::int64_t row = 0; row < side; ++row) {
      for (std::int64_t col = first; col < std::min(first + kStrip, side); ++col) {
        result[static_cast<std::size_t>(col * side + row)] = matrix[static_cast<std::size_t>(row * side + col)];
      }
    }
  }
  return result;
}

}  // namespace strandline::lab
