// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The stages of the teaching pipeline, how their kernels lay tiles out, and what each should take by its bytes and by
// the wavefronts of its requests.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <strandline/warp_cost.hpp>

namespace strandline::lab {

/// Sides fit an int in kernels; their product doesn't.
struct ImageSize {
  int rows = 0;
  int cols = 0;

  constexpr std::int64_t pixels() const { return std::int64_t{rows} * cols; }
};

/// Of a full scale of 1.
inline constexpr double kConvolutionThreshold = 0.30;

inline constexpr int kBlurRadius = 2;
inline constexpr int kBlurTaps = 2 * kBlurRadius + 1;
inline constexpr int kSobelRadius = 1;

//          r + 32 + r columns           A block of 32 x `block_rows` threads makes 32 x 32 pixels: 32 x 8 threads four
//          rows
//        +--------------------+         each, so that what a thread has read for one row serves the next; 32 x 32
//        threads a |  r  apron          |         pixel each. |  +--------------+  |
// r+32+r |  | 32 x 32 out  |  |         The input tile is staged by rows and columns: a warp a row, each lane its
// column,
//        |  +--------------+  |         and the first 2 r lanes the last 2 r columns in a request of their own.
//        |  r                 |         word = row * pitch + col
//        +--------------------+
inline constexpr int kTileSide = kWarpLanes;
inline constexpr int kLeastBlockRows = 8;
inline constexpr int kMostBlockRows = kTileSide;

/// A power of two, since kernels are compiled for each; for block rows in between the tile has less than 32 rows.
constexpr int rows_per_thread(int block_rows) {
  return static_cast<int>(std::bit_floor(static_cast<unsigned>(kTileSide / block_rows)));
}

/// Requests of warps that bring in a row of the input tile.
inline constexpr int kRequestsPerStagedRow = 2;
static_assert(2 * kBlurRadius <= kWarpLanes && 2 * kBlurRadius <= kLeastBlockRows);

inline constexpr int kBlurPitch = kTileSide + 2 * kBlurRadius;
inline constexpr int kPaddedBlurPitch = kBlurPitch + 1;
inline constexpr int kSobelPitch = kTileSide + 2 * kSobelRadius;

/// The larger tile's, of all blurs, so that as many blocks fit on a multiprocessor.
inline constexpr int kMostTileWords = (kTileSide + 2 * kBlurRadius) * kPaddedBlurPitch;

// All requests, of staging and of taps, go along one row, where any pitch is free: a pad can gain nothing here.
static_assert(shared_memory_cost(tile_row(kBlurPitch, 1), 4).wavefronts == 1);
static_assert(shared_memory_cost(tile_row(kPaddedBlurPitch, 1), 4).wavefronts == 1);

enum class Operation {
  copy,
  blur,             ///< (1 4 6 4 1) / 16 each way
  sobel,            ///< the length of Sobel's pair
  threshold,        ///< 255 where a length is above the threshold, else 0
  sobel_threshold,  ///< the same bytes in one launch
  one_pass          ///< all three, by Strandline's own kernels
};

enum class PixelSource {
  checked,   ///< global memory, and every read looks where the frame is
  global,    ///< global memory; blocks that are surrounded by pixels don't look
  tile,      ///< shared memory, where the block has brought them with an apron
  separable  ///< global memory for sums along rows, these through shared memory for sums along columns
};

enum class FilterTaps {
  immediate,  ///< within the instructions
  constant    ///< operands in constant memory
};

/// One kernel of a stage.
struct StageLaunch {
  Operation operation;
  PixelSource source = PixelSource::global;
  FilterTaps taps = FilterTaps::immediate;
  int pitch = 0;  ///< words from row to row of a tile
};

struct Stage {
  std::string name;
  std::vector<StageLaunch> launches;

  Operation makes() const { return launches.back().operation; }
  /// Each launch reads each of its inputs once and writes each of its outputs once.
  std::int64_t bytes_per_pixel() const;
};

/// In the order in which they are shown; the copy first.
const std::vector<Stage>& stages();

/// Throws InvalidArgument when there is none of that name.
std::size_t stage_index(std::string_view name);

/// Whether what it makes is bytes of edges, in several steps: then all such stages make the same.
bool makes_staged_edges(const Stage& stage);

/// Of L1 and shared memory, which share a data path, for 32 x 32 pixels; 0 for one_pass, whose kernels aren't laid out
/// here.
double wavefronts_per_tile(const StageLaunch& launch, int block_rows);
double wavefronts_per_tile(const Stage& stage, int block_rows);

struct ConvolutionRates {
  double bytes_per_ms = 0;  ///< of the copy
  double wavefronts_per_ms = 0;
};

/// One wavefront a cycle and multiprocessor.
double wavefronts_per_ms(int multiprocessors, double clock_mhz);

/// The sum over the launches of the slower one of both bounds.
double predicted_ms(const Stage& stage, int block_rows, std::int64_t pixels, const ConvolutionRates& rates);

}  // namespace strandline::lab
