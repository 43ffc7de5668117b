// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Six taps down a column, one row at a time.
#pragma once

#include <cstdint>

#include "cuda/kernels/edges_arithmetic.cuh"

namespace strandline::cuda {

/// push() takes a row's sum and returns 1 5 10 10 5 1 times it and the five before it. `phase` counts the rows modulo
/// kPhases; the caller unrolls its loop by that, so that it is a constant and all state stays in registers.
template <class Sum>
class ColumnSums;

/// f32: the sums have one order, which wants all six rows.
template <>
class ColumnSums<float> {
 public:
  static constexpr int kPhases = 6;

  __device__ __forceinline__ float push(int phase, float h) {
    h_[phase] = h;
    return six_taps(h_[(phase + 1) % 6], h_[(phase + 2) % 6], h_[(phase + 3) % 6], h_[(phase + 4) % 6],
                    h_[(phase + 5) % 6], h);
  }

 private:
  float h_[6] = {};
};

/// Integers add up to the same in any order. This one needs no row twice, so that loops stay short (six rows of a walk
/// are more code than the instruction cache holds), and half its operations are multiplications, which are not the
/// adders' work.
template <>
class ColumnSums<std::int32_t> {
 public:
  static constexpr int kPhases = 1;

  __device__ __forceinline__ std::int32_t push(int, std::int32_t h) {
    const std::int32_t sum = begun_[0] + h;
    begun_[0] = multiply_add(5, h, begun_[1]);
    begun_[1] = multiply_add(10, h, begun_[2]);
    begun_[2] = multiply_add(10, h, begun_[3]);
    begun_[3] = multiply_add(5, h, begun_[4]);
    begun_[4] = h;
    return sum;
  }

 private:
  std::int32_t begun_[5] = {};  // sums that lack one row, two rows, ...
};

}  // namespace strandline::cuda
