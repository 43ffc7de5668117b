// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What each stage should take, from the bytes that it must move and from the wavefronts that its requests cost.
#include "convolution/convolution_model.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <strandline/error.hpp>
#include <strandline/warp_cost.hpp>

namespace strandline::lab {
namespace {

constexpr int kPixelBytes = 4;
constexpr int kEdgeBytes = 1;

/// Requests of a warp that each pixel row of a tile takes, were there one for each pixel.
constexpr int kTileRows = kTileSide;

/// A row of 32 neighbours, wherever it begins, costs what an aligned one does: one wavefront.
constexpr int kRowWavefronts = global_memory_cost(stride(kPixelBytes, kPixelBytes), kPixelBytes).l1_wavefronts();
static_assert(kRowWavefronts == 1);
static_assert(shared_memory_cost(tile_row(kDensePitch, 1), kPixelBytes).wavefronts == kRowWavefronts);

/// 32 x 32 pixels in requests of 16 bytes a lane.
constexpr double kWideWavefronts =
    kTileRows / 4 * global_memory_cost(stride(0, 4 * kPixelBytes), 4 * kPixelBytes).l1_wavefronts();

/// Four bytes a lane, so that one request writes 128 pixels.
constexpr double kWideEdgeWavefronts = kTileRows / 4 * kRowWavefronts;

/// Each of a tile's rows: 25 taps and the result.
constexpr double kNaiveWavefronts = kTileRows * (kBlurTaps * kBlurTaps + 1) * kRowWavefronts;

constexpr int kStagingRequests = kInputTileSide * kRequestsPerStagedRow;

/// A warp reads five columns of the eight rows that its four need.
constexpr int kTapReads = kWarpsPerBlock * (kRowsPerThread + 2 * kBlurRadius) * kBlurTaps;

/// A load and a store for each staging request, the taps and the results, all along rows.
constexpr double kTiledWavefronts = 2 * kStagingRequests + kTapReads + kTileRows;

/// 36 rows of five reads and one write; eight reads a warp; the result.
constexpr double kSeparableWavefronts =
    kInputTileSide * (kBlurTaps + 1) + kWarpsPerBlock * (kRowsPerThread + 2 * kBlurRadius) + kTileRows;

/// A warp reads three columns of the six rows that its four need, and writes four.
constexpr double kSobelWavefronts = kWarpsPerBlock * (kRowsPerThread + 2) * 3 + kTileRows;

std::vector<StageCost> make_stage_costs() {
  const LaunchCost separable = {2 * kPixelBytes, kSeparableWavefronts};
  const LaunchCost sobel = {2 * kPixelBytes, kSobelWavefronts};
  const LaunchCost threshold = {kPixelBytes + kEdgeBytes, kWideWavefronts + kWideEdgeWavefronts};
  const LaunchCost fused = {kPixelBytes + kEdgeBytes, kSobelWavefronts};
  return {{"copy", {{2 * kPixelBytes, 2 * kWideWavefronts}}},
          {"blur_naive", {{2 * kPixelBytes, kNaiveWavefronts}}},
          {"blur_tiled_36", {{2 * kPixelBytes, kTiledWavefronts}}},
          {"blur_tiled_37", {{2 * kPixelBytes, kTiledWavefronts}}},
          {"blur_separable", {separable}},
          {"sobel", {sobel}},
          {"threshold", {threshold}},
          {"sobel_then_threshold", {sobel, threshold}},
          {"sobel_threshold_fused", {fused}},
          {"pipeline", {separable, fused}},
          {"one_pass", {{kPixelBytes + kEdgeBytes, 0}}}};  // its kernels are Strandline's own and not laid out here
}

}  // namespace

std::int64_t StageCost::bytes_per_pixel() const {
  std::int64_t bytes = 0;
  for (const LaunchCost& launch : launches) bytes += launch.bytes_per_pixel;
  return bytes;
}

double StageCost::wavefronts_per_tile() const {
  double wavefronts = 0;
  for (const LaunchCost& launch : launches) wavefronts += launch.wavefronts_per_tile;
  return wavefronts;
}

const std::vector<StageCost>& stage_costs() {
  static const std::vector<StageCost> all = make_stage_costs();
  return all;
}

const StageCost& stage_cost(const std::string& name) {
  const auto& all = stage_costs();
  const auto found = std::ranges::find(all, name, &StageCost::name);
  if (found == all.end()) {
    throw InvalidArgument(fmt::format("there is no stage '{}' in the experiment convolution, name another", name));
  }
  return *found;
}

double wavefronts_per_ms(int multiprocessors, double clock_mhz) {
  constexpr double kCyclesPerMsPerMhz = 1000;
  return multiprocessors * clock_mhz * kCyclesPerMsPerMhz;
}

double predicted_ms(const StageCost& stage, std::int64_t pixels, const CardRates& rates) {
  constexpr double kTilePixels = kTileSide * kTileSide;
  double ms = 0;
  for (const LaunchCost& launch : stage.launches) {
    const double by_bytes = static_cast<double>(launch.bytes_per_pixel * pixels) / rates.bytes_per_ms;
    const double by_wavefronts =
        launch.wavefronts_per_tile * static_cast<double>(pixels) / kTilePixels / rates.wavefronts_per_ms;
    ms += std::max(by_bytes, by_wavefronts);
  }
  return ms;
}

}  // namespace strandline::lab
