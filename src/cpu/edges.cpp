// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Edges of one tile, compiled once for each instruction set that Highway knows and chosen at run time.
//
// A tile is walked down by groups of rows: each panel of a few columns (edges_panels-inl.hpp) is walked down the group,
// with all its sums in registers, and leaves them in memory for the next group. Pixels are read where the image has
// them; only at its sides they are copied first and extended by the border rule.
//
// The frame's outermost pixels, under the borders that give them cells of their own, are done again by rows
// (edges_rows-inl.hpp), and so is everything on instruction sets that have no panels:
//
//     input rows --copy--> x --six taps across--> ring of 6 rows of h --six taps down--> 2 rows of P --> decision
//
// Cell (r, c) of P lies above and left of pixel (r, c), so a tile has one more row and one more column of cells than of
// pixels.
#include "cpu/edges.hpp"

#include <memory>

#include "cpu/frame_cells.hpp"
#include "cpu/panel_rows.hpp"
#include "scheduling/lender.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/edges.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "cpu/edges_panels-inl.hpp"
#include "cpu/edges_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strandline::cpu::HWY_NAMESPACE {

template <Pixel T>
void edges_of_type(const EdgesOperation& operation, const Band& band, const Tile& tile, TileRows<T>& rows) {
  FrameCells<T> frame(band, operation.border, rows.frame());
  const std::int64_t first_row = band.first_row + tile.first_row;
  const std::int64_t cells = tile.cols + 1;
  const std::int64_t sides[2] = {0, cells - 1};
  for (int side = 0; side < 2; ++side) {
    const std::int64_t col = tile.first_col + sides[side];
    if (frame.holds_col(col)) frame.fill_col(first_row, col, tile.rows + 1, rows.frame().cols[side]);
  }
  for (std::int64_t i = 0; i < tile.rows + 6; ++i) {
    copy_extended_row(band, operation.border, first_row - 3 + i, tile.first_col - 3, cells + 5, rows.x());
    six_taps_across(rows.x(), rows.h(i), cells);
    if (i < 5) continue;
    const std::int64_t cell_row = first_row + i - 5;
    six_taps_down<T>({rows.h(i - 5), rows.h(i - 4), rows.h(i - 3), rows.h(i - 2), rows.h(i - 1), rows.h(i)}, rows.p(i),
                     cells);
    if (frame.holds_row(cell_row)) {
      frame.fill_row(cell_row, tile.first_col, cells, rows.p(i));
    } else {
      for (int side = 0; side < 2; ++side) {
        if (!frame.holds_col(tile.first_col + sides[side])) continue;
        const FrameSum<T> cell = rows.frame().cols[side][static_cast<std::size_t>(i - 5)];
        rows.p(i)[sides[side]] = static_cast<typename TileRows<T>::P>(cell);
      }
    }
    if (i < 6) continue;
    auto* output = reinterpret_cast<std::uint8_t*>(band.output.row_bytes(tile.first_row + i - 6)) + tile.first_col;
    decide(rows.p(i - 1), rows.p(i), operation.half_squared_threshold, output, tile.cols);
  }
}

#if STRANDLINE_HAS_PANELS
// Some rows of a tile that its panels are walked down together. Pixels are counted from the third left of the tile on.
template <Pixel T>
struct RowGroup {
  std::int64_t count = 0;
  const T* pixels[kGroupRows<T>] = {};
  // Copies of what lies at the image's sides, for the first panel and for the last two.
  const T* left[kGroupRows<T>] = {};
  const T* right[kGroupRows<T>] = {};
  std::uint8_t* outputs[kGroupRows<T>] = {};
  std::uint8_t* cut_off[kGroupRows<T>] = {};  // of a last panel that reaches beyond the tile
  // Where the next group reads and writes: memory that is asked for while this one is worked on.
  const std::byte* next_pixels[kGroupRows<T>] = {};
  const std::uint8_t* next_outputs[kGroupRows<T>] = {};
};

// The panels of a tile, and which of them reach beyond the image's sides. All others read the image where it lies.
template <Pixel T>
struct PanelCut {
  std::int64_t panel_cols;
  std::int64_t panels;  // they cover the cells, one more than pixels
  bool has_left;        // the first panel
  bool has_right;       // those from `first_right` on
  std::int64_t first_right;
  std::int64_t state_floats;  // of a panel

  HWY_INLINE PanelCut(const Band& band, const Tile& tile)
      : panel_cols(static_cast<std::int64_t>(hn::Lanes(F32())) * Panel<T>::kColsOfLane),
        panels(tile.cols / panel_cols + 1),
        has_left(tile.first_col < 3),
        has_right(tile.first_col - 3 + panels * panel_cols + kColsBeyond > band.input.cols),
        first_right(std::max<std::int64_t>(0, panels - 2)),
        state_floats(static_cast<std::int64_t>(hn::Lanes(F32())) * Panel<T>::kStateVectors) {}
};

// Walks down panel `p`.
template <Pixel T>
HWY_INLINE void walk_panel(const PanelContext& context, const Tile& tile, const PanelCut<T>& cut,
                           const RowGroup<T>& group, PanelRows<T>& rows, std::int64_t p) {
  const std::int64_t col = p * cut.panel_cols;
  const bool is_right = cut.has_right && p >= cut.first_right;
  const bool is_left = cut.has_left && p == 0;
  const T* const* const pixels = is_right ? group.right : is_left ? group.left : group.pixels;
  const std::int64_t pixels_col = is_right ? (p - cut.first_right) * cut.panel_cols : col;
  const bool is_whole = tile.cols - col >= cut.panel_cols;
  std::uint8_t* const* const outputs = is_whole ? group.outputs : group.cut_off;
  const std::int64_t outputs_col = is_whole ? col : 0;
  float* const state = rows.state() + p * cut.state_floats;
  // No function of a panel's own takes part in the loop: compilers would keep the panel in memory for it.
  Panel<T> panel;
  panel.load({state});
  for (std::int64_t r = 0; r < group.count; ++r) {
    __builtin_prefetch(group.next_pixels[r] + col * std::int64_t{sizeof(T)}, 0, 2);
    __builtin_prefetch(group.next_outputs[r] + col, 1, 2);
    const auto bytes = panel.step(context, pixels[r] + pixels_col, rows.carry(r));
    Panel<T>::store_pixels(bytes, outputs[r] + outputs_col);
  }
  panel.store({state});
  if (is_whole) return;
  for (std::int64_t r = 0; r < group.count; ++r) std::copy_n(group.cut_off[r], tile.cols - col, group.outputs[r] + col);
}

// The tile's rows from its `first`th on, with copies of what lies at the image's sides.
template <Pixel T>
RowGroup<T> group_of_rows(const EdgesOperation& operation, const Band& band, const Tile& tile, const PanelCut<T>& cut,
                          PanelRows<T>& rows, std::int64_t first) {
  RowGroup<T> group;
  group.count = std::min(kGroupRows<T>, tile.rows + 6 - first);
  const std::int64_t first_col = tile.first_col - 3;
  const auto output_row = [&](std::int64_t row) {
    return reinterpret_cast<std::uint8_t*>(band.output.row_bytes(tile.first_row + row)) + tile.first_col;
  };
  for (std::int64_t r = 0; r < group.count; ++r) {
    const std::int64_t i = first + r;
    const std::int64_t image_row = band.first_row + tile.first_row + i - 3;
    const std::int64_t next_row = std::min(image_row + kGroupRows<T> - band.input_first_row, band.input.rows - 1);
    group.next_pixels[r] = band.input.row_bytes(next_row) + tile.first_col * std::int64_t{sizeof(T)};
    group.next_outputs[r] = output_row(std::clamp<std::int64_t>(i - 6 + kGroupRows<T>, 0, tile.rows - 1));
    const std::int64_t row = band.input_row(image_row, operation.border);
    group.pixels[r] =
        row == kOutside ? rows.zeros() : reinterpret_cast<const T*>(band.input.row_bytes(row)) + first_col;
    group.outputs[r] = i < 6 ? rows.unwanted() : output_row(i - 6);
    group.cut_off[r] = rows.cut_off(r);
    if (cut.has_left) {
      copy_extended_row(band, operation.border, image_row, first_col,
                        std::min(tile.cols + 6, cut.panel_cols + kColsBeyond), rows.left(r));
      group.left[r] = rows.left(r);
    }
    if (cut.has_right) {
      const std::int64_t begin = cut.first_right * cut.panel_cols;
      copy_extended_row(band, operation.border, image_row, first_col + begin, tile.cols + 6 - begin, rows.right(r));
      group.right[r] = rows.right(r);
    }
  }
  return group;
}

template <Pixel T>
void edges_in_panels(const EdgesOperation& operation, const Band& band, const Tile& tile, PanelRows<T>& rows) {
  static_assert(Panel<T>::kStateVectors <= PanelRows<T>::kStateFloatsOfCol * Panel<T>::kColsOfLane);
  static_assert(hn::MaxLanes(F32()) <= PanelRows<T>::kMostLanes);
  const PanelContext context(operation.half_squared_threshold);
  const PanelCut<T> cut(band, tile);
  rows.forget_sums(cut.panels * cut.state_floats);
  for (std::int64_t first = 0; first < tile.rows + 6; first += kGroupRows<T>) {
    const RowGroup<T> group = group_of_rows(operation, band, tile, cut, rows, first);
    for (std::int64_t p = cut.panels - 1; p >= 0; --p) walk_panel(context, tile, cut, group, rows, p);
  }
}

template <Pixel T>
void edges_of_tile(const EdgesOperation& operation, const Band& band, const Tile& tile, TileRows<T>& rows,
                   PanelRows<T>& panels) {
  edges_in_panels(operation, band, tile, panels);
  if (!has_frame_cells(operation.border)) return;
  const std::int64_t first_row = band.first_row + tile.first_row;
  const std::int64_t last_row = first_row + tile.rows - 1;
  const std::int64_t last_col = tile.first_col + tile.cols - 1;
  const auto again = [&](const Tile& part) { edges_of_type(operation, band, part, rows); };
  if (first_row == 0) again({tile.first_row, tile.first_col, 1, tile.cols});
  if (last_row == band.image_rows - 1) again({tile.first_row + tile.rows - 1, tile.first_col, 1, tile.cols});
  if (tile.first_col == 0) again({tile.first_row, 0, tile.rows, 1});
  if (last_col == band.input.cols - 1) again({tile.first_row, last_col, tile.rows, 1});
}

#else
template <Pixel T>
void edges_of_tile(const EdgesOperation& operation, const Band& band, const Tile& tile, TileRows<T>& rows,
                   PanelRows<T>&) {
  edges_of_type(operation, band, tile, rows);
}
#endif

void edges_u8(const EdgesOperation& operation, const Band& band, const Tile& tile, TileRows<std::uint8_t>& rows,
              PanelRows<std::uint8_t>& panels) {
  edges_of_tile(operation, band, tile, rows, panels);
}
void edges_u16(const EdgesOperation& operation, const Band& band, const Tile& tile, TileRows<std::uint16_t>& rows,
               PanelRows<std::uint16_t>& panels) {
  edges_of_tile(operation, band, tile, rows, panels);
}
void edges_f32(const EdgesOperation& operation, const Band& band, const Tile& tile, TileRows<float>& rows,
               PanelRows<float>& panels) {
  edges_of_tile(operation, band, tile, rows, panels);
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

// What a thread needs while it works on a tile.
template <Pixel T>
struct Workspace {
  TileRows<T> rows{kMostTileCols};
  PanelRows<T> panels{kMostTileCols};
};

void edges(const EdgesOperation& operation, const Band& band, const Tile& tile) {
  visit_pixel_type(band.input.pixel_type, [&]<Pixel T>(T) {
    static constinit scheduling::Lender<Workspace<T>> workspaces;
    const auto workspace = workspaces.lend([] { return std::make_unique<Workspace<T>>(); });
    auto& [rows, panels] = *workspace;
    if constexpr (std::same_as<T, std::uint8_t>) HWY_DYNAMIC_DISPATCH(edges_u8)(operation, band, tile, rows, panels);
    if constexpr (std::same_as<T, std::uint16_t>) HWY_DYNAMIC_DISPATCH(edges_u16)(operation, band, tile, rows, panels);
    if constexpr (std::same_as<T, float>) HWY_DYNAMIC_DISPATCH(edges_f32)(operation, band, tile, rows, panels);
  });
}

std::string instruction_set() { return HWY_DYNAMIC_DISPATCH(instruction_set_name)(); }

}  // namespace strandline::cpu
#endif
