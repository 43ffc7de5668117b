// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// A shared tile with and without padding: its column's bank conflicts, checked by the compiler and then printed.
#include <cstdint>
#include <cstdio>

#include <strandline/warp_cost.hpp>

// What a transpose does with `__shared__ float tile[32][kPitchWords]`: a warp writes a row and reads a column.
//
//     banks at pitch 32: one for a column       at pitch 33: each row begins one bank later
//         0  1  2 .. 31                             0  1  2 .. 31  0
//         0  1  2 .. 31                             1  2  3 ..  0  1
constexpr std::int64_t kDensePitchWords = 32;
constexpr std::int64_t kPaddedPitchWords = 33;
constexpr int kWidthBytes = sizeof(float);

constexpr auto kDenseColumn = strandline::shared_memory_cost(strandline::tile_column(kDensePitchWords), kWidthBytes);
constexpr auto kPaddedColumn = strandline::shared_memory_cost(strandline::tile_column(kPaddedPitchWords), kWidthBytes);

static_assert(kDenseColumn.conflict_degree() == 32, "without padding, a column is a 32-way bank conflict");
static_assert(kPaddedColumn.conflict_degree() == 1, "with one word of padding, a column is free of bank conflicts");
static_assert(strandline::shared_memory_cost(strandline::tile_row(kPaddedPitchWords), kWidthBytes).wavefronts == 1);

// Any layout is a function from lane to byte address. This one needs no padding: element (row, col) lies at column
// row ^ col, so the 32 elements of a column lie in 32 banks.
constexpr std::uint64_t swizzled_column(int lane) {
  constexpr int kCol = 5;
  return static_cast<std::uint64_t>((lane * 32 + (lane ^ kCol)) * kWidthBytes);
}
static_assert(strandline::shared_memory_cost(swizzled_column, kWidthBytes).wavefronts == 1);

int main() {
  std::printf("a column of a 32-wide tile: %d wavefronts, of a 33-wide one: %d\n", kDenseColumn.wavefronts,
              kPaddedColumn.wavefronts);
}
