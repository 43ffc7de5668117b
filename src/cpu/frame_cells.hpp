// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The cells of P on the frame, where borders zero and replicate extend the blurred image and not the source.
#pragma once

#include <cmath>
#include <cstdint>

#include <strandline/operation.hpp>

#include "cpu/extended_row.hpp"

namespace strandline::cpu {

/// Scalar: a frame's cells are few. The order of the sums is that of docs/arithmetic.md.
template <Pixel T>
class FrameCells {
 public:
  using Sum = std::conditional_t<std::same_as<T, float>, float, std::int32_t>;

  FrameCells(const Band& band, Border border) : band_(band), border_(border) {}

  /// Whether P(row, col) is one of these cells.
  bool holds(std::int64_t row, std::int64_t col) const { return holds_row(row) || holds_col(col); }
  bool holds_row(std::int64_t row) const { return needed() && (row == 0 || row == band_.image_rows); }
  bool holds_col(std::int64_t col) const { return needed() && (col == 0 || col == band_.input.cols); }

  Sum cell(std::int64_t row, std::int64_t col) const {
    return (blurred(row - 1, col - 1) + blurred(row - 1, col)) + (blurred(row, col - 1) + blurred(row, col));
  }

 private:
  bool needed() const { return border_ == Border::zero || border_ == Border::replicate; }

  static float multiply_add(float a, float b, float c) { return std::fma(a, b, c); }
  static std::int32_t multiply_add(std::int32_t a, std::int32_t b, std::int32_t c) { return a * b + c; }

  template <class X>
  static Sum five_taps(const X (&x)[5]) {
    return multiply_add(Sum{6}, Sum(x[2]), multiply_add(Sum{4}, Sum(x[1]) + Sum(x[3]), Sum(x[0]) + Sum(x[4])));
  }

  Sum blurred(std::int64_t row, std::int64_t col) const {
    row = border_index(row, band_.image_rows, border_);
    col = border_index(col, band_.input.cols, border_);
    if (row == kOutside || col == kOutside) return 0;
    Sum by_rows[5];
    for (int i = 0; i < 5; ++i) {
      T x[5];
      copy_extended_row(band_, border_, row - 2 + i, col - 2, 5, x);
      by_rows[i] = five_taps(x);
    }
    return five_taps(by_rows);
  }

  const Band& band_;
  Border border_;
};

}  // namespace strandline::cpu
