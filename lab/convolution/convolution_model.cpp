// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The stages of the teaching pipeline, and what each should take by its bytes and by the wavefronts of its requests.
#include "convolution/convolution_model.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <strandline/error.hpp>

namespace strandline::lab {
namespace {

constexpr int kPixelBytes = 4;

/// A row of 32 neighbours, wherever it begins, costs what an aligned one does: one wavefront.
constexpr int kRowWavefronts = global_memory_cost(stride(kPixelBytes, kPixelBytes), kPixelBytes).l1_wavefronts();
static_assert(kRowWavefronts == 1);

/// 32 x 32 pixels in requests of 16 bytes a lane, and their edges in requests of four.
constexpr int kWideRequests = kTileSide / 4;
constexpr int kWideWavefronts =
    kWideRequests * global_memory_cost(stride(0, 4 * kPixelBytes), 4 * kPixelBytes).l1_wavefronts();
constexpr int kWideEdgeWavefronts = kWideRequests * kRowWavefronts;

std::vector<Stage> make_stages() {
  using enum Operation;
  using enum PixelSource;
  using enum FilterTaps;
  const StageLaunch by_rows_and_columns = {blur, separable};
  const StageLaunch gradient = {sobel};
  const StageLaunch fused = {sobel_threshold};
  return {{"copy", {{copy}}},
          {"blur_naive", {{blur, checked}}},
          {"blur_naive_constant", {{blur, checked, constant}}},
          {"blur_tiled_36", {{blur, tile, immediate, kBlurPitch}}},
          {"blur_tiled_37", {{blur, tile, immediate, kPaddedBlurPitch}}},
          {"blur_tiled_constant", {{blur, tile, constant, kBlurPitch}}},
          {"blur_separable", {by_rows_and_columns}},
          {"sobel", {gradient}},
          {"sobel_constant", {{sobel, global, constant}}},
          {"sobel_apron", {{sobel, tile, immediate, kSobelPitch}}},
          {"threshold", {{threshold}}},
          {"sobel_then_threshold", {gradient, {threshold}}},
          {"sobel_threshold_fused", {fused}},
          {"sobel_threshold_apron", {{sobel_threshold, tile, immediate, kSobelPitch}}},
          {"pipeline", {by_rows_and_columns, fused}},
          {"one_pass", {{one_pass}}}};
}

/// Of a kernel whose threads each make rows of pixels from the taps around them.
double stencil_wavefronts(const StageLaunch& launch, int block_rows) {
  const int radius = launch.operation == Operation::blur ? kBlurRadius : kSobelRadius;
  const int taps = 2 * radius + 1;
  const int rows_each = launch.source == PixelSource::checked ? 1 : rows_per_thread(block_rows);
  const int rows = rows_each * block_rows;
  const int staged_rows = rows + 2 * radius;
  const int read_rows = block_rows * (rows_each + 2 * radius);
  int requests = rows;  // the results
  if (launch.source == PixelSource::separable) {
    requests += staged_rows * (taps + 1) + read_rows;
  } else {
    requests += read_rows * taps;
  }
  if (launch.source == PixelSource::tile) requests += 2 * kRequestsPerStagedRow * staged_rows;
  return static_cast<double>(requests * kRowWavefronts) * kTileSide / rows;
}

std::int64_t launch_bytes_per_pixel(Operation operation) {
  const bool writes_pixels =
      operation == Operation::copy || operation == Operation::blur || operation == Operation::sobel;
  return kPixelBytes + (writes_pixels ? kPixelBytes : 1);
}

}  // namespace

std::int64_t Stage::bytes_per_pixel() const {
  std::int64_t bytes = 0;
  for (const StageLaunch& launch : launches) bytes += launch_bytes_per_pixel(launch.operation);
  return bytes;
}

const std::vector<Stage>& stages() {
  static const std::vector<Stage> all = make_stages();
  return all;
}

std::size_t stage_index(std::string_view name) {
  const auto found = std::ranges::find(stages(), name, &Stage::name);
  if (found == stages().end()) {
    throw InvalidArgument(fmt::format("there is no stage '{}' in the experiment convolution, name another", name));
  }
  return static_cast<std::size_t>(found - stages().begin());
}

bool makes_staged_edges(const Stage& stage) {
  return stage.makes() == Operation::threshold || stage.makes() == Operation::sobel_threshold;
}

double wavefronts_per_tile(const StageLaunch& launch, int block_rows) {
  switch (launch.operation) {
    case Operation::copy:
      return 2 * kWideWavefronts;
    case Operation::threshold:
      return kWideWavefronts + kWideEdgeWavefronts;
    case Operation::one_pass:
      return 0;
    case Operation::blur:
    case Operation::sobel:
    case Operation::sobel_threshold:
      break;
  }
  return stencil_wavefronts(launch, block_rows);
}

double wavefronts_per_tile(const Stage& stage, int block_rows) {
  double wavefronts = 0;
  for (const StageLaunch& launch : stage.launches) wavefronts += wavefronts_per_tile(launch, block_rows);
  return wavefronts;
}

double wavefronts_per_ms(int multiprocessors, double clock_mhz) {
  constexpr double kCyclesPerMsPerMhz = 1000;
  return multiprocessors * clock_mhz * kCyclesPerMsPerMhz;
}

double predicted_ms(const Stage& stage, int block_rows, std::int64_t pixels, const ConvolutionRates& rates) {
  const double tiles = static_cast<double>(pixels) / (kTileSide * kTileSide);
  double ms = 0;
  for (const StageLaunch& launch : stage.launches) {
    const double by_bytes = static_cast<double>(launch_bytes_per_pixel(launch.operation) * pixels) / rates.bytes_per_ms;
    ms += std::max(by_bytes, wavefronts_per_tile(launch, block_rows) * tiles / rates.wavefronts_per_ms);
  }
  return ms;
}

}  // namespace strandline::lab
