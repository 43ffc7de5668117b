// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which of four neighbouring pixels have a nodata pixel in their 7x7 neighbourhood, four at a time in a register.
#pragma once

#include <cstdint>

#include <strandline/operation.hpp>

namespace strandline::cuda {

/// Bit 7 of each byte that is 0.
__device__ inline std::uint32_t nodata_bits(std::uint32_t valid) {
  const std::uint32_t low = (valid & 0x7f7f7f7fu) + 0x7f7f7f7fu;
  return ~(low | valid) & 0x80808080u;
}

/// Walks down (or up) the rows of a column of four pixels. Each byte of `history_` is one pixel's last seven rows: bit
/// 7 the newest, bit 1 the oldest.
class ValidityWindow {
 public:
  /// Validity bytes of the four pixels to the left, the four pixels themselves, and those to the right.
  __device__ void push(std::uint32_t left, std::uint32_t here, std::uint32_t right) {
    const std::uint32_t l = nodata_bits(left);
    const std::uint32_t h = nodata_bits(here);
    const std::uint32_t r = nodata_bits(right);
    const std::uint32_t from_left = __funnelshift_l(l, h, 8) | __funnelshift_l(l, h, 16) | __funnelshift_l(l, h, 24);
    const std::uint32_t from_right = __funnelshift_r(h, r, 8) | __funnelshift_r(h, r, 16) | __funnelshift_r(h, r, 24);
    history_ = ((history_ >> 1) & 0x7e7e7e7eu) | h | from_left | from_right;
  }

  /// The four output bytes, with kUnknown where the window holds a nodata pixel.
  __device__ std::uint32_t mark(std::uint32_t bytes) const {
    const std::uint32_t unknown = __vcmpne4(history_, 0);
    return (bytes & ~unknown) | (unknown & (kUnknown * 0x01010101u));
  }

 private:
  std::uint32_t history_ = 0;
};

}  // namespace strandline::cuda
