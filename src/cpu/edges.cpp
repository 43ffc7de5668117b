// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Edges of one tile, compiled once for each instruction set that Highway knows and chosen at run time.
//
//     input rows --copy--> x --six taps across--> ring of 6 rows of h --six taps down--> 2 rows of P --> decision
//
// x, h and P are as wide as the tile and stay in the second-level cache. Cell (r, c) of P lies above and left of
// pixel (r, c), so a tile has one more row and one more column of cells than of pixels.
#include "cpu/edges.hpp"

#include "cpu/frame_cells.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/edges.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "cpu/edges_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strandline::cpu::HWY_NAMESPACE {

template <Pixel T>
void edges_of_type(const EdgesOperation& operation, const Band& band, const Tile& tile, TileRows<T>& rows) {
  const FrameCells<T> frame(band, operation.border);
  const std::int64_t first_row = band.first_row + tile.first_row;
  const std::int64_t cells = tile.cols + 1;
  for (std::int64_t i = 0; i < tile.rows + 6; ++i) {
    copy_extended_row(band, operation.border, first_row - 3 + i, tile.first_col - 3, cells + 5, rows.x());
    six_taps_across(rows.x(), rows.h(i), cells);
    if (i < 5) continue;
    const std::int64_t cell_row = first_row + i - 5;
    six_taps_down<T>({rows.h(i - 5), rows.h(i - 4), rows.h(i - 3), rows.h(i - 2), rows.h(i - 1), rows.h(i)}, rows.p(i),
                     cells);
    const bool whole_row = frame.holds_row(cell_row);
    for (std::int64_t c = 0; c < cells; c += whole_row || cells == 1 ? 1 : cells - 1) {
      if (!frame.holds(cell_row, tile.first_col + c)) continue;
      rows.p(i)[c] = static_cast<typename TileRows<T>::P>(frame.cell(cell_row, tile.first_col + c));
    }
    if (i < 6) continue;
    auto* output = reinterpret_cast<std::uint8_t*>(band.output.row_bytes(tile.first_row + i - 6)) + tile.first_col;
    decide(rows.p(i - 1), rows.p(i), operation.half_squared_threshold, output, tile.cols);
  }
}

void edges_u8(const EdgesOperation& operation, const Band& band, const Tile& tile, TileRows<std::uint8_t>& rows) {
  edges_of_type(operation, band, tile, rows);
}
void edges_u16(const EdgesOperation& operation, const Band& band, const Tile& tile, TileRows<std::uint16_t>& rows) {
  edges_of_type(operation, band, tile, rows);
}
void edges_f32(const EdgesOperation& operation, const Band& band, const Tile& tile, TileRows<float>& rows) {
  edges_of_type(operation, band, tile, rows);
}

const char* instruction_set_name() { return hwy::TargetName(HWY_TARGET); }

}  // namespace strandline::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strandline::cpu {

HWY_EXPORT(edges_u8);
HWY_EXPORT(edges_u16);
HWY_EXPORT(edges_f32);
HWY_EXPORT(instruction_set_name);

// 22 to 40 bytes of sums a column: they stay in the second-level cache, and rows are long enough for the prefetcher.
constexpr std::int64_t kTileCols = 4096;

std::int64_t edges_tile_cols() { return kTileCols; }

void edges(const EdgesOperation& operation, const Band& band, const Tile& tile) {
  visit_pixel_type(band.input.pixel_type, [&]<Pixel T>(T) {
    thread_local TileRows<T> rows(kTileCols);
    if constexpr (std::same_as<T, std::uint8_t>) HWY_DYNAMIC_DISPATCH(edges_u8)(operation, band, tile, rows);
    if constexpr (std::same_as<T, std::uint16_t>) HWY_DYNAMIC_DISPATCH(edges_u16)(operation, band, tile, rows);
    if constexpr (std::same_as<T, float>) HWY_DYNAMIC_DISPATCH(edges_f32)(operation, band, tile, rows);
  });
}

std::string instruction_set() { return HWY_DYNAMIC_DISPATCH(instruction_set_name)(); }

}  // namespace strandline::cpu
#endif
