// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The cells of P on the frame, where borders zero and replicate extend the blurred image and not the source.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include <strandline/operation.hpp>

#include "cpu/extended_row.hpp"

namespace strandline::cpu {

template <Pixel T>
using FrameSum = std::conditional_t<std::same_as<T, float>, float, std::int32_t>;

/// Memory that is kept from tile to tile; what it holds is not.
template <Pixel T>
struct FrameRows {
  std::vector<T> pixels;
  std::vector<FrameSum<T>> by_rows;
  std::vector<FrameSum<T>> blurred;
  std::vector<FrameSum<T>> cols[2];  // cells of the image's first column and of its last
};

/// Scalar: a frame's cells are few. The order of the sums is that of docs/arithmetic.md.
template <Pixel T>
class FrameCells {
 public:
  using Sum = FrameSum<T>;

  /// `rows` must outlive it.
  FrameCells(const Band& band, Border border, FrameRows<T>& rows)
      : band_(band), border_(border), pixels_(rows.pixels), by_rows_(rows.by_rows), blurred_(rows.blurred) {}

  /// Whether a row, or a column, of P consists of these cells.
  bool holds_row(std::int64_t row) const { return has_frame_cells(border_) && (row == 0 || row == band_.image_rows); }
  bool holds_col(std::int64_t col) const { return has_frame_cells(border_) && (col == 0 || col == band_.input.cols); }

  /// P(row, first_col) and on, of a row that holds_row().
  template <class P>
  void fill_row(std::int64_t row, std::int64_t first_col, std::int64_t count, P* cells) {
    const std::int64_t inside = row == 0 ? 0 : row - 1;  // the other row of B lies outside
    blur_row(inside, first_col - 1, count + 1);
    for (std::int64_t j = 0; j < count; ++j) {
      const auto i = static_cast<std::size_t>(j);
      cells[j] = static_cast<P>(with_outside(blurred_[i] + blurred_[i + 1]));
    }
  }

  /// P(first_row, col) and on, of a column that holds_col(). Those of rows that holds_row() are left out.
  void fill_col(std::int64_t first_row, std::int64_t col, std::int64_t count, std::vector<Sum>& cells) {
    cells.resize(static_cast<std::size_t>(count));
    const std::int64_t begin = std::max<std::int64_t>(1, first_row);
    const std::int64_t end = std::min(band_.image_rows, first_row + count);
    if (begin >= end) return;
    blur_col(begin - 1, col == 0 ? 0 : col - 1, end - begin + 1);  // the other column of B lies outside
    Sum* const inside_cells = cells.data() + (begin - first_row);
    for (std::size_t i = 0; i + 1 < blurred_.size(); ++i) {
      inside_cells[i] = with_outside(blurred_[i]) + with_outside(blurred_[i + 1]);
    }
  }

 private:
  // What lies outside the frame beside it, 0 or the same, and a part of the blurred image.
  Sum with_outside(Sum inside) const { return (border_ == Border::zero ? Sum{0} : inside) + inside; }

  static float multiply_add(float a, float b, float c) { return std::fma(a, b, c); }
  static std::int32_t multiply_add(std::int32_t a, std::int32_t b, std::int32_t c) { return a * b + c; }

  template <class X>
  static Sum five_taps(const X (&x)[5]) {
    return multiply_add(Sum{6}, Sum(x[2]), multiply_add(Sum{4}, Sum(x[1]) + Sum(x[3]), Sum(x[0]) + Sum(x[4])));
  }

  // B(row, first_col) and on, for a row inside the image, into blurred_.
  void blur_row(std::int64_t row, std::int64_t first_col, std::int64_t count) {
    const std::int64_t begin = std::max<std::int64_t>(0, first_col);  // of what lies inside
    const std::int64_t end = std::min(band_.input.cols, first_col + count);
    const auto inner = static_cast<std::size_t>(end - begin);
    pixels_.resize(inner + 4);
    by_rows_.resize(5 * inner);
    for (std::size_t i = 0; i < 5; ++i) {
      copy_extended_row(band_, border_, row - 2 + static_cast<std::int64_t>(i), begin - 2, end - begin + 4,
                        pixels_.data());
      for (std::size_t j = 0; j < inner; ++j) by_rows_[i * inner + j] = five_taps_of(&pixels_[j], 1);
    }
    blurred_.assign(static_cast<std::size_t>(count), Sum{0});
    Sum* blurred = blurred_.data() + (begin - first_col);
    for (std::size_t j = 0; j < inner; ++j) blurred[j] = five_taps_of(&by_rows_[j], inner);
    if (border_ == Border::zero) return;
    if (first_col < 0) blurred_.front() = blurred[0];
    if (first_col + count > band_.input.cols) blurred_.back() = blurred[inner - 1];
  }

  // B(first_row, col) and on, all inside the image, into blurred_.
  void blur_col(std::int64_t first_row, std::int64_t col, std::int64_t count) {
    by_rows_.resize(static_cast<std::size_t>(count + 4));
    std::int64_t cols[5];
    for (std::int64_t i = 0; i < 5; ++i) cols[i] = border_index(col - 2 + i, band_.input.cols, border_);
    for (std::int64_t i = 0; i < count + 4; ++i) {
      const std::int64_t row = band_.input_row(first_row - 2 + i, border_);
      T x[5] = {};
      for (std::size_t j = 0; j < 5; ++j) {
        if (row == kOutside || cols[j] == kOutside) continue;
        std::memcpy(&x[j], band_.input.row_bytes(row) + cols[j] * std::int64_t{sizeof(T)}, sizeof(T));
      }
      by_rows_[static_cast<std::size_t>(i)] = five_taps(x);
    }
    blurred_.resize(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < blurred_.size(); ++i) blurred_[i] = five_taps_of(&by_rows_[i], 1);
  }

  template <class X>
  static Sum five_taps_of(const X* x, std::size_t step) {
    const X taps[5] = {x[0], x[step], x[2 * step], x[3 * step], x[4 * step]};
    return five_taps(taps);
  }

  const Band& band_;
  Border border_;
  std::vector<T>& pixels_;
  std::vector<Sum>& by_rows_;
  std::vector<Sum>& blurred_;
};

}  // namespace strandline::cpu
