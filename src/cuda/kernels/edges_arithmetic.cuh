// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The sums and the decision of docs/arithmetic.md, as device code.
#pragma once

#include <cstdint>

#include <strandline/operation.hpp>

namespace strandline::cuda {

/// Integer images have exact sums, which fit 32 bits; those of float images round after each operation.
template <Pixel T>
using SumOf = std::conditional_t<std::same_as<T, float>, float, std::int32_t>;

__device__ inline float multiply_add(float a, float b, float c) { return __fmaf_rn(a, b, c); }
__device__ inline std::int32_t multiply_add(std::int32_t a, std::int32_t b, std::int32_t c) { return a * b + c; }

// 1 4 6 4 1
template <class Sum>
__device__ inline Sum five_taps(Sum x0, Sum x1, Sum x2, Sum x3, Sum x4) {
  return multiply_add(Sum{6}, x2, multiply_add(Sum{4}, x1 + x3, x0 + x4));
}

// 1 5 10 10 5 1
template <class Sum>
__device__ inline Sum six_taps(Sum x0, Sum x1, Sum x2, Sum x3, Sum x4, Sum x5) {
  return multiply_add(Sum{10}, x2 + x3, multiply_add(Sum{5}, x1 + x4, x0 + x5));
}

/// Negative on an edge, not finite where unknown. The cells are upper left, upper right, lower left, lower right.
template <class Sum>
__device__ inline float decision(Sum p00, Sum p01, Sum p10, Sum p11, float half_squared_threshold) {
  const auto u = static_cast<float>(p11 - p00);
  const auto v = static_cast<float>(p01 - p10);
  return __fmaf_rn(-v, v, __fmaf_rn(-u, u, half_squared_threshold));
}

__device__ inline std::uint8_t byte_of(float d) {
  if (!isfinite(d)) return kUnknown;
  return d < 0 ? kEdge : std::uint8_t{0};
}

}  // namespace strandline::cuda
