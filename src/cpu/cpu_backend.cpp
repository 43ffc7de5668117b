// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The CPU backend: cuts a band into tiles and hands them to the threads of the caller's oneTBB arena.
#include "cpu/cpu_backend.hpp"

#include <algorithm>
#include <cstdint>

#include <tbb/task_arena.h>

#include "cpu/edges.hpp"
#include "cpu/unknown.hpp"
#include "scheduling/run_tasks.hpp"

namespace strandline::cpu {
namespace {

// Each tile works out 6 rows of sums again that its neighbour has too, so a tile should not be much lower than this;
// and a tile's rows must be few enough to leave every thread some tiles, and for what a thread keeps of a tile's sides.
constexpr std::int64_t kFewestTileRows = 64;
constexpr std::int64_t kMostTileRows = 4096;
constexpr std::int64_t kTilesPerThread = 4;

std::int64_t tile_rows_for(std::int64_t rows) {
  const std::int64_t tiles = kTilesPerThread * tbb::this_task_arena::max_concurrency();
  return std::clamp((rows + tiles - 1) / tiles, kFewestTileRows, kMostTileRows);
}

void run_edges(const EdgesOperation& operation, const Band& band) {
  const std::int64_t tile_rows = tile_rows_for(band.output.rows);
  const std::int64_t tiles_down = (band.output.rows + tile_rows - 1) / tile_rows;
  const std::int64_t tiles_across = (band.output.cols + kMostTileCols - 1) / kMostTileCols;
  scheduling::run_tasks(tiles_down * tiles_across, [&](std::int64_t index) {
    const std::int64_t row = index / tiles_across * tile_rows;
    const std::int64_t col = index % tiles_across * kMostTileCols;
    const Tile tile{row, col, std::min(tile_rows, band.output.rows - row),
                    std::min(kMostTileCols, band.output.cols - col)};
    edges(operation, band, tile);
    if (band.valid.data != nullptr) mark_unknown(operation, band, tile);
  });
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
  // Never destroyed: calls may come while the process ends.
  static const auto& instance = *new CpuBackend;
  return instance;
}

}  // namespace strandline::cpu
