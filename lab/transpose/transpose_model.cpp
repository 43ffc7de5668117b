// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the cost model says of a copy and of four ways to turn a matrix, and the roofline made of it. Needs no card.
#include "transpose/transpose_model.hpp"

#include <strandline/warp_cost.hpp>

#include "transpose/transpose_pattern.hpp"

namespace strandline::lab {
namespace {

constexpr int kFloatBytes = 4;

std::uint64_t byte_of(std::int64_t row, std::int64_t col, std::int64_t side) {
  return static_cast<std::uint64_t>((row * side + col) * kFloatBytes);
}

template <LaneAddresses F>
MoverCharge global_charge(const F& addresses, int width_bytes) {
  const GlobalMemoryCost cost = global_memory_cost(addresses, width_bytes);
  return {static_cast<double>(cost.sectors), static_cast<double>(cost.l1_wavefronts())};
}

MoverCharge sum(const MoverCharge& a, const MoverCharge& b) {
  return {a.sectors + b.sectors, a.wavefronts + b.wavefronts};
}

MoverCharge scaled(const MoverCharge& charge, double factor) {
  return {charge.sectors * factor, charge.wavefronts * factor};
}

/// Mean over a tile's rows: of a matrix whose side is no multiple of eight, some begin within a sector.
template <class ChargeOfRow>
MoverCharge mean_over_rows(const ChargeOfRow& charge_of_row) {
  MoverCharge all;
  for (int row = 0; row < kTransposeTile; ++row) all = sum(all, charge_of_row(row));
  return scaled(all, 1.0 / kTransposeTile);
}

MoverCharge along_rows(std::int64_t side) {
  return mean_over_rows([side](int row) { return global_charge(stride(byte_of(row, 0, side), kFloatBytes), 4); });
}

MoverCharge along_columns(std::int64_t side) {
  return mean_over_rows(
      [side](int row) { return global_charge(stride(byte_of(0, row, side), side * kFloatBytes), 4); });
}

MoverCharge through_tile(int pitch) {
  const int written = shared_memory_cost(tile_row(pitch), kFloatBytes).wavefronts;
  const int read = shared_memory_cost(tile_column(pitch), kFloatBytes).wavefronts;
  return {.sectors = 0, .wavefronts = static_cast<double>(written + read)};
}

MoverCharge tiled(int pitch, std::int64_t side) { return sum(scaled(along_rows(side), 2), through_tile(pitch)); }

/// A request of 16 bytes a lane moves four times 32 elements.
constexpr double kShareOfWideRequest = 1.0 / kGroupFloats;

MoverCharge copied() { return scaled(global_charge(stride(0, kGroupBytes), kGroupBytes), 2 * kShareOfWideRequest); }

/// Means over the first warp's requests; the other warps' differ by whole groups of four rows.
MoverCharge swizzled(std::int64_t side) {
  MoverCharge all;
  for (int i = 0; i < kGroupFloats; ++i) {
    const auto loaded = [side, i](int lane) {
      const WideCell cell = wide_cell(lane);
      return byte_of(cell.row_group * kGroupFloats + i, cell.col_group * kGroupFloats, side);
    };
    const auto stored = [side, i](int lane) {
      const WideCell cell = wide_cell(lane);
      return byte_of(i * kWideRowsAtOnce + cell.row_group, cell.col_group * kGroupFloats, side);
    };
    all = sum(all, sum(global_charge(loaded, kGroupBytes), global_charge(stored, kGroupBytes)));
    const int written = shared_memory_cost(SwizzledWrite{0, i}, kGroupBytes).wavefronts;
    const int read = shared_memory_cost(SwizzledRead{0, i * kWideRowsAtOnce}, kGroupBytes).wavefronts;
    all.wavefronts += written + read;
  }
  return scaled(all, kShareOfWideRequest / kGroupFloats);
}

}  // namespace

MoverCharge mover_charge(Mover mover, std::int64_t side) {
  switch (mover) {
    case Mover::copy:
      return copied();
    case Mover::naive:
      return sum(along_rows(side), along_columns(side));
    case Mover::tile_32:
      return tiled(kTransposeTile, side);
    case Mover::tile_33:
      return tiled(kTransposeTile + 1, side);
    case Mover::swizzled:
      break;
  }
  return swizzled(side);
}

RooflineTime roofline_time(const MoverCharge& charge, std::int64_t elements, const CardRates& rates) {
  const auto count = static_cast<double>(elements);
  const double requests = count / kWarpLanes;
  RooflineTime time{2 * kFloatBytes * count / rates.dram_bytes, "DRAM"};
  const double sectors_ns = requests * charge.sectors / rates.sectors;
  const double wavefronts_ns = requests * charge.wavefronts / rates.wavefronts;
  if (sectors_ns > time.ns) time = {sectors_ns, "sectors"};
  if (wavefronts_ns > time.ns) time = {wavefronts_ns, "wavefronts"};
  return time;
}

}  // namespace strandline::lab
