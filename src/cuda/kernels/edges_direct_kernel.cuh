// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// One pass over a band with rows read from global memory straight into registers: for every card and every alignment.
#pragma once

#include "cuda/kernels/block_area.cuh"
#include "cuda/kernels/edges_frame.cuh"
#include "cuda/kernels/edges_walk.cuh"
#include "cuda/kernels/extended_index.cuh"
#include "cuda/kernels/lane_stores.cuh"

namespace strandline::cuda {

template <Pixel T>
struct DirectShape {
  static constexpr int kThreads = 128;
  static constexpr int kCols = kThreads * kLaneCols<T>;
  static constexpr int kRunRows = 64;
  static constexpr int kBlocksPerMultiprocessor = 4;
};

/// Reads a lane's pixels of any row: as whole words where they are aligned, pixel by pixel where they are not, and by
/// the border rule where some lie outside the image.
template <Pixel T>
class RowReader {
 public:
  __device__ RowReader(const Band& band, Border border, std::int64_t col, bool is_aligned)
      : band_(band), border_(border), col_(col), is_aligned_(is_aligned) {
    is_inside_ = col >= kLaneHalo && col + kLaneCols<T> + kLaneHalo <= band.input.cols;
  }

  __device__ __forceinline__ LanePixels<T> pixels(std::int64_t row) const {
    if (row == kOutside) return {};
    if (!is_inside_) return extended_pixels(row);
    const std::byte* own = band_.input.row_bytes(row) + col_ * std::int64_t{sizeof(T)};
    if (is_aligned_) return LanePixels<T>::read(own);
    LanePixels<T> result;
#pragma unroll
    for (int i = 0; i < LanePixels<T>::kCount; ++i) result.x[i] = reinterpret_cast<const T*>(own)[i - 3];
    return result;
  }

  __device__ __forceinline__ LaneValidity<T> validity(std::int64_t row) const {
    if (row == kOutside) return LaneValidity<T>::all_valid();
    if (!is_inside_) return extended_validity(row);
    const std::uint8_t* own = band_.valid.data + row * band_.valid.stride_bytes + col_;
    if (is_aligned_) return LaneValidity<T>::read(reinterpret_cast<const std::byte*>(own));
    LaneValidity<T> result;
#pragma unroll
    for (int i = 0; i < 4 * (LaneValidity<T>::kWords + 2); ++i) result.set(i, own[i - kLaneHalo]);
    return result;
  }

 private:
  // Few lanes come here. Not inlined: they would cost the others their registers.
  __device__ __noinline__ LanePixels<T> extended_pixels(std::int64_t row) const {
    const auto* pixels = reinterpret_cast<const T*>(band_.input.row_bytes(row));
    LanePixels<T> result;
    for (int i = 0; i < LanePixels<T>::kCount; ++i) {
      const std::int64_t col = extended_index(col_ - 3 + i, band_.input.cols, border_);
      result.x[i] = col == kOutside ? SumOf<T>{0} : SumOf<T>(pixels[col]);
    }
    return result;
  }

  __device__ __noinline__ LaneValidity<T> extended_validity(std::int64_t row) const {
    const std::uint8_t* valid = band_.valid.data + row * band_.valid.stride_bytes;
    LaneValidity<T> result;
    for (int i = 0; i < 4 * (LaneValidity<T>::kWords + 2); ++i) {
      const std::int64_t col = extended_index(col_ - kLaneHalo + i, band_.input.cols, border_);
      result.set(i, col == kOutside ? std::uint8_t{1} : valid[col]);
    }
    return result;
  }

  const Band& band_;
  Border border_;
  std::int64_t col_;
  bool is_aligned_;
  bool is_inside_;
};

/// Walks over all rows. `to` is where the lane's pixels of the walk's first row would be written.
template <Direction kDirection, bool kWhole, Pixel T, bool kHasValidity>
__device__ __forceinline__ void walk_direct(const RowReader<T>& reader, const WalkedRows& rows, const RowWalk& walk,
                                            const LaneStores<kLaneCols<T>>& stores, float half_squared_threshold,
                                            std::uint8_t* to, std::int64_t to_next) {
  using State = EdgesWalk<T, kHasValidity>;
  State state(half_squared_threshold);
  LanePixels<T> next = reader.pixels(rows[0]);
  for (int first = 0; first < walk.count(); first += State::kPhases) {
#pragma unroll
    for (int phase = 0; phase < State::kPhases; ++phase) {
      const int k = first + phase;
      if (k >= walk.count()) break;
      // The next row is on its way while this one is worked on.
      const LanePixels<T> pixels = next;
      next = reader.pixels(rows[k + 1]);
      LaneValidity<T> validity = {};
      if constexpr (kHasValidity) validity = reader.validity(rows[k]);
      const auto output = state.template step<kDirection>(phase, pixels, validity);
      if (walk.writes(k)) stores.template store<kWhole>(to, output);
      to += to_next;
    }
  }
}

template <Pixel T, bool kHasValidity>
__global__ void __launch_bounds__(DirectShape<T>::kThreads)
    edges_direct_kernel(const __grid_constant__ EdgesOperation operation, const __grid_constant__ Band band,
                        const __grid_constant__ Cut cut, bool is_aligned) {
  if (write_frame<T>(operation, band, cut, DirectShape<T>::kThreads)) return;
  const BlockArea area = BlockArea::of(cut, band, blockIdx.x - cut.frame_blocks);
  const RowWalk walk(band, area, cut.frame);
  const WalkedRows rows(band, operation.border, walk);
  const std::int64_t col = area.first_col + std::int64_t{threadIdx.x} * kLaneCols<T>;
  const RowReader<T> reader(band, operation.border, col, is_aligned);
  const LaneStores<kLaneCols<T>> stores(band, cut.frame, col, is_aligned);
  std::uint8_t* to = band.output.data + walk.output_row(0) * band.output.stride_bytes + col;
  choose_walk(area.walks_up, stores.is_whole(), [&]<Direction kDirection, bool kWhole>() {
    walk_direct<kDirection, kWhole, T, kHasValidity>(reader, rows, walk, stores, operation.half_squared_threshold, to,
                                                     band.output.stride_bytes * walk.step());
  });
}

}  // namespace strandline::cuda
