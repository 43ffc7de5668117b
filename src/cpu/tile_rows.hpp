// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The rows of intermediate sums that one tile needs at a time.
#pragma once

#include <concepts>
#include <cstdint>
#include <new>

#include <hwy/aligned_allocator.h>

#include <strandline/pixel_type.hpp>

#include "cpu/frame_cells.hpp"

namespace strandline::cpu {

/// What the sums of a pixel type are held in: the narrowest type that holds them exactly (f32: rounded as the contract
/// says). P of u8 is at most 261,120 and thus exact in f32.
template <Pixel T>
struct SumTypes {
  using H = float;
  using P = float;
};
template <>
struct SumTypes<std::uint8_t> {
  using H = std::uint16_t;  // at most 32 * 255 = 8,160
  using P = float;
};
template <>
struct SumTypes<std::uint16_t> {
  using H = std::int32_t;  // at most 32 * 65,535 = 2,097,120
  using P = std::int32_t;  // at most 32 * 32 * 65,535 = 67,107,840
};

/// One row of pixels x, a ring of six rows of h (sums across), a ring of two rows of P (sums across and down).
/// Vectors may read and write up to kSlack elements past the end of a row.
template <Pixel T>
class TileRows {
 public:
  using H = typename SumTypes<T>::H;
  using P = typename SumTypes<T>::P;

  explicit TileRows(std::int64_t max_tile_cols)
      : row_elements_(round_up(max_tile_cols + kSlack)),
        x_(hwy::AllocateAligned<T>(row_elements_)),
        h_(hwy::AllocateAligned<H>(row_elements_ * 6)),
        p_(hwy::AllocateAligned<P>(row_elements_ * 2)) {
    if (!x_ || !h_ || !p_) throw std::bad_alloc();
  }

  T* x() { return x_.get(); }
  H* h(std::int64_t row) { return h_.get() + row % 6 * row_elements_; }
  P* p(std::int64_t row) { return p_.get() + row % 2 * row_elements_; }
  FrameRows<T>& frame() { return frame_; }

 private:
  // Six columns of apron and the widest vector of 16-bit lanes, 2048 bits of SVE.
  static constexpr std::int64_t kSlack = 6 + 128;

  // Every row begins on a vector's boundary.
  static constexpr std::int64_t round_up(std::int64_t elements) { return (elements + 127) / 128 * 128; }

  std::int64_t row_elements_;
  hwy::AlignedFreeUniquePtr<T[]> x_;
  hwy::AlignedFreeUniquePtr<H[]> h_;
  hwy::AlignedFreeUniquePtr<P[]> p_;
  FrameRows<T> frame_;
};

}  // namespace strandline::cpu
