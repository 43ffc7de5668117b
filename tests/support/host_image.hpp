// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Images in pageable or page-locked host memory whose surroundings are watched.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <strandline/image_view.hpp>

#include "cuda/runtime/buffer.hpp"

namespace strandline::test {

enum class HostMemory { pageable, page_locked };

/// How rows lie in host memory.
struct HostLayout {
  HostMemory memory = HostMemory::pageable;
  std::int64_t gap_bytes = 0;  ///< between rows; odd ones leave rows unaligned
  bool bottom_up = false;      ///< the last row lies first, so that the stride is negative
};

class HostImage {
 public:
  static constexpr std::uint8_t kGuard = 0xA5;
  static constexpr std::uint8_t kPoison = 0x5A;

  HostImage(std::int64_t pixel_bytes, std::int64_t rows, std::int64_t cols, const HostLayout& layout)
      : rows_(rows),
        cols_(cols),
        row_bytes_(cols * pixel_bytes),
        stride_(row_bytes_ + layout.gap_bytes),
        bottom_up_(layout.bottom_up),
        size_(2 * kMargin + rows * stride_) {
    if (layout.memory == HostMemory::page_locked) {
      locked_ = cuda::PinnedBuffer<std::uint8_t>(size_);
      bytes_ = locked_.data();
    } else {
      pageable_.resize(static_cast<std::size_t>(size_));
      bytes_ = pageable_.data();
    }
    std::fill_n(bytes_, size_, kGuard);
    for (std::int64_t row = 0; row < rows; ++row) std::fill_n(bytes_ + kMargin + row * stride_, row_bytes_, kPoison);
  }

  template <class T>
  ImageView<T> view() {
    std::uint8_t* first = bytes_ + kMargin + (bottom_up_ ? (rows_ - 1) * stride_ : 0);
    return {reinterpret_cast<T*>(first), rows_, cols_, bottom_up_ ? -stride_ : stride_};
  }

  /// The pixels alone, row by row.
  std::vector<std::byte> pixels() {
    const auto all = view<std::uint8_t>();
    std::vector<std::byte> result;
    result.reserve(static_cast<std::size_t>(rows_ * row_bytes_));
    for (std::int64_t row = 0; row < rows_; ++row) {
      result.insert(result.end(), all.row_bytes(row), all.row_bytes(row) + row_bytes_);
    }
    return result;
  }

  bool guards_are_whole() const {
    for (std::int64_t i = 0; i < size_; ++i) {
      const std::int64_t at = i - kMargin;
      const bool is_pixel = at >= 0 && at < rows_ * stride_ && at % stride_ < row_bytes_;
      if (!is_pixel && bytes_[i] != kGuard) return false;
    }
    return true;
  }

 private:
  static constexpr std::int64_t kMargin = 128;

  std::int64_t rows_;
  std::int64_t cols_;
  std::int64_t row_bytes_;
  std::int64_t stride_;
  bool bottom_up_;
  std::int64_t size_;
  std::vector<std::uint8_t> pageable_;
  cuda::PinnedBuffer<std::uint8_t> locked_;
  std::uint8_t* bytes_ = nullptr;
};

}  // namespace strandline::test
