// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Counts edge and unknown pixels, eight bytes at a time so that counting stays well ahead of the kernels.
#include "raster/count_pixels.hpp"

#include <algorithm>
#include <cstring>

#include <strandline/operation.hpp>

namespace strandline::raster {
namespace {

// The counts rest on the bits: an edge alone has the top bit, edge and unknown have the lowest one.
static_assert(kEdge == 0b1111'1111 && kUnknown == 0b0111'1111);

constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101;

/// Sums eight byte-wide counters that are below 256 each.
constexpr std::int64_t sum_bytes(std::uint64_t counters) {
  constexpr std::uint64_t kEvenBytes = 0x00FF'00FF'00FF'00FF;
  const std::uint64_t pairs = (counters & kEvenBytes) + ((counters >> 8) & kEvenBytes);
  return static_cast<std::int64_t>((pairs * 0x0001'0001'0001'0001) >> 48);
}

PixelCounts count_row(const std::byte* pixels, std::int64_t count) {
  PixelCounts counts;
  std::int64_t not_zero = 0;
  std::int64_t at = 0;
  while (at < count) {
    std::uint64_t top_bits = 0;
    std::uint64_t low_bits = 0;
    for (int i = 0; i < 255 && at < count; ++i, at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, pixels + at, static_cast<std::size_t>(std::min<std::int64_t>(8, count - at)));
      top_bits += (word >> 7) & kOnes;
      low_bits += word & kOnes;
    }
    counts.edge += sum_bytes(top_bits);
    not_zero += sum_bytes(low_bits);
  }
  counts.unknown = not_zero - counts.edge;
  return counts;
}

}  // namespace

PixelCounts count_pixels(ImageView<const std::uint8_t> pixels) {
  PixelCounts counts;
  for (std::int64_t row = 0; row < pixels.rows; ++row) {
    const PixelCounts of_row = count_row(pixels.row_bytes(row), pixels.cols);
    counts.edge += of_row.edge;
    counts.unknown += of_row.unknown;
  }
  return counts;
}

}  // namespace strandline::raster
