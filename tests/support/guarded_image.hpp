// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Images in memory whose surroundings are watched: what a test reads from and lets a backend write to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <vector>

#include <strandline/image_view.hpp>

namespace strandline::test {

/// A (rows, cols) image of T with `gap_bytes` of guard bytes after each row, which may leave rows unaligned, and before
/// the first. `bottom_up` lays the last row first, so that the view's stride is negative. `memory` is where it lies.
template <class T>
class GuardedImage {
 public:
  static constexpr std::uint8_t kGuard = 0xA5;
  static constexpr std::uint8_t kPoison = 0x5A;

  GuardedImage(std::int64_t rows, std::int64_t cols, std::int64_t gap_bytes = 0, bool bottom_up = false,
               std::pmr::memory_resource* memory = std::pmr::new_delete_resource())
      : rows_(rows),
        row_bytes_(cols * static_cast<std::int64_t>(sizeof(T))),
        stride_(row_bytes_ + gap_bytes),
        cols_(cols),
        bottom_up_(bottom_up),
        bytes_(static_cast<std::size_t>(kMargin + rows * stride_ + kMargin), kGuard, memory) {
    for (std::int64_t row = 0; row < rows; ++row) {
      std::fill_n(bytes_.data() + kMargin + row * stride_, row_bytes_, kPoison);
    }
  }

  ImageView<T> view() {
    std::uint8_t* first = bytes_.data() + kMargin + (bottom_up_ ? (rows_ - 1) * stride_ : 0);
    return {reinterpret_cast<T*>(first), rows_, cols_, bottom_up_ ? -stride_ : stride_};
  }

  T get(std::int64_t row, std::int64_t col) {
    T value;
    std::memcpy(&value, view().row_bytes(row) + col * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
    return value;
  }

  void set(std::int64_t row, std::int64_t col, T value) {
    std::memcpy(view().row_bytes(row) + col * static_cast<std::int64_t>(sizeof(T)), &value, sizeof(T));
  }

  template <class Function>
  void fill(Function&& pixel_at) {
    for (std::int64_t row = 0; row < rows_; ++row) {
      for (std::int64_t col = 0; col < cols_; ++col) set(row, col, pixel_at(row, col));
    }
  }

  bool guards_are_whole() const {
    for (std::size_t i = 0; i < bytes_.size(); ++i) {
      const std::int64_t at = static_cast<std::int64_t>(i) - kMargin;
      const bool is_pixel = at >= 0 && at < rows_ * stride_ && at % stride_ < row_bytes_;
      if (!is_pixel && bytes_[i] != kGuard) return false;
    }
    return true;
  }

  /// The pixels alone, row by row.
  std::vector<T> pixels() {
    std::vector<T> result;
    for (std::int64_t row = 0; row < rows_; ++row) {
      for (std::int64_t col = 0; col < cols_; ++col) result.push_back(get(row, col));
    }
    return result;
  }

 private:
  static constexpr std::int64_t kMargin = 256;

  std::int64_t rows_;
  std::int64_t row_bytes_;
  std::int64_t stride_;
  std::int64_t cols_;
  bool bottom_up_;
  std::pmr::vector<std::uint8_t> bytes_;
};

}  // namespace strandline::test
