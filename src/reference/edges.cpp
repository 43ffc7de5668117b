// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The oracle for edges. Never made faster: every backend is held to these bytes.
#include "reference/edges.hpp"

#include <cmath>
#include <cstring>

namespace strandline::reference {
namespace {

// Integer images have exact sums; a float image's sums round after each operation, in the order written here.
template <Pixel T>
using SumOf = std::conditional_t<std::same_as<T, float>, float, std::int64_t>;

float multiply_add(float a, float b, float c) { return std::fma(a, b, c); }
std::int64_t multiply_add(std::int64_t a, std::int64_t b, std::int64_t c) { return a * b + c; }

// 1 4 6 4 1
template <class Sum>
Sum five_taps(const Sum (&x)[5]) {
  return multiply_add(Sum{6}, x[2], multiply_add(Sum{4}, x[1] + x[3], x[0] + x[4]));
}

// 1 5 10 10 5 1, which is 1 4 6 4 1 convolved with 1 1
template <class Sum>
Sum six_taps(const Sum (&x)[6]) {
  return multiply_add(Sum{10}, x[2] + x[3], multiply_add(Sum{5}, x[1] + x[4], x[0] + x[5]));
}

/// The image behind a band, endlessly extended by the border rule.
template <Pixel T>
class ExtendedImage {
 public:
  using Sum = SumOf<T>;

  ExtendedImage(const Band& band, Border border) : band_(band), border_(border) {}

  Sum pixel(std::int64_t row, std::int64_t col) const {
    const std::int64_t input_row = band_.input_row(row, border_);
    const std::int64_t input_col = border_index(col, cols(), border_);
    if (input_row == kOutside || input_col == kOutside) return 0;
    T value;
    std::memcpy(&value, band_.input.row_bytes(input_row) + input_col * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
    return value;
  }

  // The unscaled 5x5 blur of the source. It has pixels only inside the frame; outside, the border rule applies anew.
  Sum blurred(std::int64_t row, std::int64_t col) const {
    row = border_index(row, rows(), border_);
    col = border_index(col, cols(), border_);
    if (row == kOutside || col == kOutside) return 0;
    Sum by_rows[5];
    for (int i = 0; i < 5; ++i) {
      Sum x[5];
      for (int j = 0; j < 5; ++j) x[j] = pixel(row - 2 + i, col - 2 + j);
      by_rows[i] = five_taps(x);
    }
    return five_taps(by_rows);
  }

  // P(row, col): the sum of the 2x2 block of blurred pixels whose lower right one is (row, col).
  Sum cell(std::int64_t row, std::int64_t col) const {
    const bool touches_outside = row == 0 || row == rows() || col == 0 || col == cols();
    const bool blur_is_extended = border_ == Border::zero || border_ == Border::replicate;
    if (touches_outside && blur_is_extended) {
      return (blurred(row - 1, col - 1) + blurred(row - 1, col)) + (blurred(row, col - 1) + blurred(row, col));
    }
    Sum by_rows[6];
    for (int i = 0; i < 6; ++i) {
      Sum x[6];
      for (int j = 0; j < 6; ++j) x[j] = pixel(row - 3 + i, col - 3 + j);
      by_rows[i] = six_taps(x);
    }
    return six_taps(by_rows);
  }

  // Whether all pixels that the edge decision at (row, col) depends on hold data.
  bool neighbourhood_is_valid(std::int64_t row, std::int64_t col) const {
    if (band_.valid.data == nullptr) return true;
    for (std::int64_t r = row - 3; r <= row + 3; ++r) {
      for (std::int64_t c = col - 3; c <= col + 3; ++c) {
        const std::int64_t input_row = band_.input_row(r, border_);
        const std::int64_t input_col = border_index(c, cols(), border_);
        if (input_row == kOutside || input_col == kOutside) continue;
        if (band_.valid.row_bytes(input_row)[input_col] == std::byte{0}) return false;
      }
    }
    return true;
  }

 private:
  std::int64_t rows() const { return band_.image_rows; }
  std::int64_t cols() const { return band_.input.cols; }

  const Band& band_;
  Border border_;
};

template <Pixel T>
std::uint8_t edge_at(const ExtendedImage<T>& image, std::int64_t row, std::int64_t col, float half_squared_threshold) {
  if (!image.neighbourhood_is_valid(row, col)) return kUnknown;
  const auto u = static_cast<float>(image.cell(row + 1, col + 1) - image.cell(row, col));
  const auto v = static_cast<float>(image.cell(row, col + 1) - image.cell(row + 1, col));
  const float d = std::fma(-v, v, std::fma(-u, u, half_squared_threshold));
  if (!std::isfinite(d)) return kUnknown;
  return d < 0 ? kEdge : std::uint8_t{0};
}

}  // namespace

void edges(const EdgesOperation& operation, const Band& band) {
  visit_pixel_type(band.input.pixel_type, [&]<Pixel T>(T) {
    const ExtendedImage<T> image(band, operation.border);
    for (std::int64_t row = 0; row < band.output.rows; ++row) {
      auto* output = reinterpret_cast<std::uint8_t*>(band.output.row_bytes(row));
      for (std::int64_t col = 0; col < band.output.cols; ++col) {
        output[col] = edge_at(image, band.first_row + row, col, operation.half_squared_threshold);
      }
    }
  });
}

}  // namespace strandline::reference
