// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// One pass over a band with rows read from global memory straight into registers: for every card and every alignment.
#pragma once

#include "cuda/kernels/block_area.cuh"
#include "cuda/kernels/edges_frame.cuh"
#include "cuda/kernels/edges_walk.cuh"
#include "cuda/kernels/lane_stores.cuh"
#include "cuda/kernels/span_reader.cuh"

namespace strandline::cuda {

/// Rows that are on their way while one is worked on.
inline constexpr int kRowsAhead = 2;

template <Pixel T>
struct DirectShape {
  static constexpr int kThreads = 128;
  static constexpr int kCols = kThreads / 32 * kWarpCols<T>;
  static constexpr int kBlocksPerMultiprocessor = 4;
  // The image's sides are slower, because there each pixel is read by itself.
  static constexpr int kMostRunRows = 64;
};

template <Pixel T>
using PixelReader = SpanReader<T, kLaneCols<T>>;
template <Pixel T>
using ValidityReader = SpanReader<std::uint8_t, kLaneCols<T>>;

/// A row of the walk on its way.
template <Pixel T, bool kHasValidity>
struct RowsRead {
  typename PixelReader<T>::Pixels pixels;
  typename ValidityReader<T>::Pixels validity;

  __device__ __forceinline__ static RowsRead read(const PixelReader<T>& pixel_reader,
                                                  const ValidityReader<T>& validity_reader, std::int64_t row) {
    RowsRead rows;
    rows.pixels = pixel_reader.read(row);
    if constexpr (kHasValidity) rows.validity = validity_reader.read(row);
    return rows;
  }

  __device__ __forceinline__ LanePixels<T> lane_pixels() const {
    std::uint32_t words[PixelReader<T>::Pixels::kWords];
    for (int i = 0; i < PixelReader<T>::Pixels::kWords; ++i) words[i] = pixels[i];
    PackedLane<T> packed;
    __builtin_memcpy(&packed, words, sizeof(words));
    return LanePixels<T>::of(packed);
  }
  __device__ __forceinline__ LaneValidity<T> lane_validity() const {
    LaneValidity<T> result;
    for (int i = 0; i < LaneValidity<T>::kWords + 2; ++i) result.words[i] = validity[i];
    return result;
  }
};

/// Walks over all rows.
template <bool kWhole, Pixel T, bool kHasValidity>
__device__ __forceinline__ void walk_direct(const PixelReader<T>& pixel_reader,
                                            const ValidityReader<T>& validity_reader, const WalkedRows& rows,
                                            const RowWalk& walk, const LaneStores<kLaneCols<T>>& stores,
                                            float half_squared_threshold, OutputRow output) {
  using State = EdgesWalk<T, kHasValidity>;
  using Row = RowsRead<T, kHasValidity>;
  constexpr int kUnrolledRows = State::kPhases > kRowsAhead ? State::kPhases : kRowsAhead;
  static_assert(kUnrolledRows % State::kPhases == 0 && kUnrolledRows % kRowsAhead == 0);
  State state(half_squared_threshold);
  Row ahead[kRowsAhead];
#pragma unroll
  for (int k = 0; k < kRowsAhead; ++k) ahead[k] = Row::read(pixel_reader, validity_reader, rows[k]);
  for (int first = 0; first < walk.count(); first += kUnrolledRows) {
#pragma unroll
    for (int i = 0; i < kUnrolledRows; ++i) {
      const int k = first + i;
      if (k >= walk.count()) break;
      const LanePixels<T> pixels = ahead[i % kRowsAhead].lane_pixels();
      LaneValidity<T> validity = {};
      if constexpr (kHasValidity) validity = ahead[i % kRowsAhead].lane_validity();
      ahead[i % kRowsAhead] = Row::read(pixel_reader, validity_reader, rows[k + kRowsAhead]);
      const auto bytes = state.step(i % State::kPhases, pixels, validity);
      if (walk.writes(k)) stores.template write<kWhole>(output.address(), bytes);
      output.advance();
    }
  }
}

template <Pixel T, bool kHasValidity>
__global__ void __launch_bounds__(DirectShape<T>::kThreads, DirectShape<T>::kBlocksPerMultiprocessor)
    edges_direct_kernel(const __grid_constant__ EdgesOperation operation, const __grid_constant__ Band band,
                        const __grid_constant__ Cut cut, bool is_aligned) {
  if (write_frame<T>(operation, band, cut, DirectShape<T>::kThreads)) return;
  const BlockArea area = BlockArea::of(cut, band);
  const RowWalk walk(band, area, cut.frame);
  const WalkedRows rows(band, operation.border, walk);
  const std::int64_t col = area.first_col + lane_col<T>();
  const PixelReader<T> pixel_reader(band.input.data, band.input.stride_bytes, band.input.cols, col, operation.border,
                                    is_aligned, T{0});
  const ValidityReader<T> validity_reader(reinterpret_cast<const std::byte*>(band.valid.data), band.valid.stride_bytes,
                                          band.input.cols, col, operation.border, is_aligned, std::uint8_t{1});
  const LaneStores<kLaneCols<T>> stores(band, cut.frame, col, is_aligned, lane_writes());
  const OutputRow output(band, walk, col);
  choose_walk(stores.is_whole(), [&]<bool kWhole>() {
    walk_direct<kWhole, T, kHasValidity>(pixel_reader, validity_reader, rows, walk, stores,
                                         operation.half_squared_threshold, output);
  });
}

}  // namespace strandline::cuda
