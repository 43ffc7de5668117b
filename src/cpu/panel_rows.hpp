// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What one thread keeps while it walks down a tile in panels; made once, used for tile after tile.
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>

#include <hwy/aligned_allocator.h>

#include <strandline/pixel_type.hpp>

namespace strandline::cpu {

/// Rows that a panel is walked down at a time: its sums are loaded and stored once for so many. More rows are more
/// streams of memory for a core to follow, and gcc unrolls only so few wholly.
template <Pixel T>
inline constexpr std::int64_t kGroupRows = 8;
template <>
inline constexpr std::int64_t kGroupRows<std::uint16_t> = 4;
template <>
inline constexpr std::int64_t kGroupRows<float> = 6;

template <Pixel T>
class PanelRows {
 public:
  /// Of a panel's state, for each of its columns at most.
  static constexpr std::int64_t kStateFloatsOfCol = 7;
  static constexpr std::int64_t kMostLanes = 64;  // of 32 bits in a vector

  explicit PanelRows(std::int64_t max_tile_cols)
      : tile_elements_(round_up(max_tile_cols + kSlack)),
        sides_(hwy::AllocateAligned<T>(2 * kSideElements * kGroupRows<T>)),
        zeros_(hwy::AllocateAligned<T>(tile_elements_)),
        state_(hwy::AllocateAligned<float>(tile_elements_ * kStateFloatsOfCol)),
        carries_(hwy::AllocateAligned<float>(kMostLanes * kGroupRows<T>)),
        unwanted_(hwy::AllocateAligned<std::uint8_t>(tile_elements_)),
        cut_off_(hwy::AllocateAligned<std::uint8_t>(kMostPanelCols * kGroupRows<T>)) {
    if (!sides_ || !zeros_ || !state_ || !carries_ || !unwanted_ || !cut_off_) throw std::bad_alloc();
    std::fill_n(sides_.get(), 2 * kSideElements * kGroupRows<T>, T{0});
    std::fill_n(zeros_.get(), tile_elements_, T{0});
    std::fill_n(carries_.get(), kMostLanes * kGroupRows<T>, 0.0f);
  }

  void forget_sums(std::int64_t state_floats) { std::fill_n(state_.get(), state_floats, 0.0f); }

  /// Pixels of row `r` of a group at the image's sides, extended by the border rule: for a panel, and for two.
  T* left(std::int64_t r) { return sides_.get() + 2 * r * kSideElements; }
  T* right(std::int64_t r) { return sides_.get() + (2 * r + 1) * kSideElements; }
  /// A row outside the image under border zero.
  const T* zeros() const { return zeros_.get(); }
  float* state() { return state_.get(); }
  /// Of row `r` of a group: what its panels hand from right to left.
  float* carry(std::int64_t r) { return carries_.get() + r * kMostLanes; }
  /// Output pixels of rows that complete none.
  std::uint8_t* unwanted() { return unwanted_.get(); }
  /// Output pixels of row `r` of a group, of a panel that has more columns than there are.
  std::uint8_t* cut_off(std::int64_t r) { return cut_off_.get() + r * kMostPanelCols; }

 private:
  static constexpr std::int64_t kMostPanelCols = 4 * kMostLanes;     // u8
  static constexpr std::int64_t kSideElements = 3 * kMostPanelCols;  // two panels, and what their loads read beyond
  // Six columns of apron, a panel beyond the last, and what its loads read beyond that.
  static constexpr std::int64_t kSlack = 6 + 2 * kMostPanelCols;

  static constexpr std::int64_t round_up(std::int64_t elements) { return (elements + 127) / 128 * 128; }

  std::int64_t tile_elements_;
  hwy::AlignedFreeUniquePtr<T[]> sides_;
  hwy::AlignedFreeUniquePtr<T[]> zeros_;
  hwy::AlignedFreeUniquePtr<float[]> state_;
  hwy::AlignedFreeUniquePtr<float[]> carries_;
  hwy::AlignedFreeUniquePtr<std::uint8_t[]> unwanted_;
  hwy::AlignedFreeUniquePtr<std::uint8_t[]> cut_off_;
};

}  // namespace strandline::cpu
