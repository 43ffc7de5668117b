// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The CPU backend: cuts a band into tiles and hands them to the threads of the caller's oneTBB arena.
#include "cpu/cpu_backend.hpp"

#include <algorithm>
#include <cstdint>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "cpu/edges.hpp"
#include "cpu/unknown.hpp"
#include "scheduling/task_order.hpp"

namespace strandline::cpu {
namespace {

// Each tile works out 6 rows of sums again that its neighbour has too, so a tile should not be much lower than this;
// and a tile's rows must be few enough to leave every thread some tiles.
constexpr std::int64_t kFewestTileRows = 64;
constexpr std::int64_t kTilesPerThread = 4;

// Places of the order of tasks. Not one for each band: a task would have to read which before it may read anything.
constexpr char kTilesBegin = 0;
constexpr char kTilesEnd = 0;

std::int64_t tile_rows_for(std::int64_t rows) {
  const std::int64_t tiles = kTilesPerThread * tbb::this_task_arena::max_concurrency();
  return std::max(kFewestTileRows, (rows + tiles - 1) / tiles);
}

void run_edges(const EdgesOperation& operation, const Band& band) {
  const std::int64_t tile_rows = tile_rows_for(band.output.rows);
  const std::int64_t tile_cols = edges_tile_cols();
  const std::int64_t tiles_down = (band.output.rows + tile_rows - 1) / tile_rows;
  const std::int64_t tiles_across = (band.output.cols + tile_cols - 1) / tile_cols;
  const auto run_tile = [&](std::int64_t index) {
    const scheduling::TaskOrder order(&kTilesBegin, &kTilesEnd);
    const std::int64_t row = index / tiles_across * tile_rows;
    const std::int64_t col = index % tiles_across * tile_cols;
    const Tile tile{row, col, std::min(tile_rows, band.output.rows - row), std::min(tile_cols, band.output.cols - col)};
    edges(operation, band, tile);
    if (band.valid.data != nullptr) mark_unknown(operation, band, tile);
  };
  scheduling::give(&kTilesBegin);
  tbb::parallel_for(std::int64_t{0}, tiles_down * tiles_across, run_tile);
  scheduling::take(&kTilesEnd);
}

class CpuBackend final : public Backend {
 public:
  std::string_view name() const override { return "cpu"; }
  std::string description() const override {
    return instruction_set() + ", " + std::to_string(tbb::this_task_arena::max_concurrency()) + " threads";
  }
  std::string unavailable_because() const override { return {}; }
  bool supports(const Operation&, PixelType) const override { return true; }
  void run(const Operation& operation, const Band& band, const RunOptions&) const override {
    std::visit([&](const EdgesOperation& chosen) { run_edges(chosen, band); }, operation);
  }
};

}  // namespace

const Backend& backend() {
  static const CpuBackend instance;
  return instance;
}

}  // namespace strandline::cpu
