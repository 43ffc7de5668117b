// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Counts edge and unknown pixels, eight bytes at a time.
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

/// How many of up to 255 words' bytes have the top bit, and how many the lowest.
class ByteCounters {
 public:
  void add(std::uint64_t word) {
    top_bits_ += (word >> 7) & kOnes;
    low_bits_ += word & kOnes;
  }
  std::int64_t edges() const { return sum_bytes(top_bits_); }
  std::int64_t edges_and_unknowns() const { return sum_bytes(low_bits_); }

 private:
  std::uint64_t top_bits_ = 0;
  std::uint64_t low_bits_ = 0;
};

std::uint64_t load_word(const std::byte* bytes, std::int64_t count) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, static_cast<std::size_t>(count));
  return word;
}

PixelCounts count_row(const std::byte* pixels, std::int64_t count) {
  constexpr std::int64_t kWord = 8;
  constexpr std::int64_t kMostWords = 255;
  PixelCounts counts;
  std::int64_t not_zero = 0;
  while (count > 0) {
    ByteCounters counters;
    const std::int64_t words = std::min(kMostWords, count / kWord);
    for (std::int64_t i = 0; i < words; ++i) counters.add(load_word(pixels + i * kWord, kWord));
    std::int64_t counted = words * kWord;
    if (words < kMostWords && counted < count) {
      counters.add(load_word(pixels + counted, count - counted));
      counted = count;
    }
    counts.edge += counters.edges();
    not_zero += counters.edges_and_unknowns();
    pixels += counted;
    count -= counted;
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
