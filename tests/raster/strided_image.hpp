// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// An image with odd strides, unaligned rows and poisoned bytes around its pixels.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <strandline/image_view.hpp>

namespace strandline::test {

inline constexpr std::byte kPoison{0xA5};

/// How rows lie in memory: the bytes between the end of one and the next, and whether the last comes first.
struct Rows {
  std::int64_t gap_bytes = 0;
  bool is_bottom_up = false;
  std::int64_t first_byte = 0;
};

inline const std::vector<Rows> kAllRows = {{0, false, 0}, {5, false, 1}, {0, true, 0}, {3, true, 3}};

class StridedImage {
 public:
  StridedImage(PixelType type, std::int64_t rows, std::int64_t cols, const Rows& layout)
      : type_(type),
        rows_(rows),
        cols_(cols),
        stride_(cols * bytes_per_pixel(type) + layout.gap_bytes),
        first_(layout.first_byte + (layout.is_bottom_up ? (rows - 1) * stride_ : 0)),
        bytes_(static_cast<std::size_t>(layout.first_byte + rows * stride_ + 16), kPoison) {
    if (layout.is_bottom_up) stride_ = -stride_;
  }

  MutableAnyImageView view() { return {bytes_.data() + first_, type_, rows_, cols_, stride_}; }

  template <class T>
  void set(std::int64_t row, std::int64_t col, T value) {
    std::memcpy(view().row_bytes(row) + col * bytes_per_pixel(type_), &value, sizeof(T));
  }

  /// All bytes, poison included, so that comparing two of one layout also finds what was written beside the pixels.
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  PixelType type_;
  std::int64_t rows_;
  std::int64_t cols_;
  std::int64_t stride_;
  std::int64_t first_;
  std::vector<std::byte> bytes_;
};

}  // namespace strandline::test
