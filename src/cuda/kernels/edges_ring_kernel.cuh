// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// One pass over a band with rows in a ring in shared memory; needs bulk copies (compute capability 9.0 on) and rows
// that are aligned to 16 bytes.
#pragma once

#include "cuda/kernels/edges_frame.cuh"
#include "cuda/kernels/edges_walk.cuh"
#include "cuda/kernels/lane_stores.cuh"
#include "cuda/kernels/row_ring.cuh"

namespace strandline::cuda {

/// How the ring kernel is shaped for a pixel type. See docs/performance.md for what was tried.
template <Pixel T>
struct RingShape {
  static constexpr int kWalkingWarps = 4;
  static constexpr int kThreads = 32 * (kWalkingWarps + 1);
  static constexpr int kCols = kWalkingWarps * kWarpCols<T>;
  static constexpr int kSlotRows = sizeof(T) == 4 ? 6 : 4;
  static constexpr int kSlots = sizeof(T) == 4 ? 2 : 3;
  static constexpr int kBlocksPerMultiprocessor = 4;
};

template <Pixel T, bool kHasValidity>
using EdgesRing = RowRing<T, kHasValidity, RingShape<T>::kCols, RingShape<T>::kSlotRows, RingShape<T>::kSlots>;

/// See walk_slots(): asking is a tenth of the work on f32, and next to nothing of the rest.
template <Pixel T, bool kHasValidity>
inline constexpr bool kTwoWays = std::same_as<T, float> && !kHasValidity;

/// A warp's walk over the rows of the ring.
template <bool kWhole, Pixel T, bool kHasValidity>
class RingWalk {
  using Shape = RingShape<T>;
  using State = EdgesWalk<T, kHasValidity>;
  using Stores = LaneStores<kLaneCols<T>>;
  static_assert(Shape::kSlotRows % State::kPhases == 0);

 public:
  __device__ RingWalk(const EdgesRing<T, kHasValidity>& ring, const Stores& stores, float half_squared_threshold,
                      OutputRow output)
      : ring_(ring), stores_(stores), output_(output), state_(half_squared_threshold) {}

  template <class Writes>
  __device__ __forceinline__ void take_slot(int slot, Writes&& writes) {
    const int col = lane_col<T>();
#pragma unroll
    for (int i = 0; i < Shape::kSlotRows; ++i) {
      const auto pixels = LanePixels<T>::of(PackedLane<T>::read(ring_.pixel(slot, i, col)));
      LaneValidity<T> validity = {};
      if constexpr (kHasValidity) validity = LaneValidity<T>::read(ring_.validity(slot, i, col));
      const auto bytes = state_.step(i % State::kPhases, pixels, validity);
      if (writes(i)) stores_.template write<kWhole>(output_.address(), bytes);
      output_.advance();
    }
  }

 private:
  const EdgesRing<T, kHasValidity>& ring_;
  const Stores& stores_;
  OutputRow output_;
  State state_;
};

template <Pixel T, bool kHasValidity>
__global__ void __launch_bounds__(RingShape<T>::kThreads, RingShape<T>::kBlocksPerMultiprocessor)
    edges_ring_kernel(const __grid_constant__ EdgesOperation operation, const __grid_constant__ Band band,
                      const __grid_constant__ Cut cut, const __grid_constant__ RowMaps maps) {
#if __CUDA_ARCH__ >= 900
  using Shape = RingShape<T>;
  using Ring = EdgesRing<T, kHasValidity>;
  if (write_frame<T>(operation, band, cut, Shape::kThreads)) return;
  __shared__ alignas(Ring::kAlignment) std::byte memory[Ring::kBytes];
  const Ring ring(memory);
  const auto walk_rows = [&](const BlockArea& area, const RowWalk& walk, int walking_warps) {
    const std::int64_t col = area.first_col + lane_col<T>();
    const LaneStores<kLaneCols<T>> stores(band, cut.frame, col, true, lane_writes());
    const OutputRow output(band, walk, col);
    ring.wait_until_initialised(walking_warps);
    choose_walk(stores.is_whole(), [&]<bool kWhole>() {
      RingWalk<kWhole, T, kHasValidity> state(ring, stores, operation.half_squared_threshold, output);
      walk_slots<kTwoWays<T, kHasValidity>>(ring, walk, [&](int slot, auto writes) { state.take_slot(slot, writes); });
    });
  };
  fill_or_walk<Shape::kWalkingWarps, kWarpCols<T>>(ring, operation, band, cut, maps, walk_rows);
#endif
}

}  // namespace strandline::cuda
