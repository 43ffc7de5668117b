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
  static constexpr int kRunRows = 96;
  static constexpr int kSlotRows = sizeof(T) == 4 ? 6 : 4;
  static constexpr int kSlots = sizeof(T) == 4 ? 2 : 3;
  static constexpr int kBlocksPerMultiprocessor = sizeof(T) == 4 ? 4 : 3;
};

template <Pixel T, bool kHasValidity>
using EdgesRing = RowRing<T, kHasValidity, RingShape<T>::kCols, RingShape<T>::kSlotRows, RingShape<T>::kSlots>;

/// Walks over all rows of the ring. `to` is where the lane's pixels of the walk's first row would be written.
template <Direction kDirection, bool kWhole, Pixel T, bool kHasValidity>
__device__ __forceinline__ void walk_ring(const EdgesRing<T, kHasValidity>& ring, const RowWalk& walk,
                                          const LaneStores<kLaneCols<T>>& stores, float half_squared_threshold,
                                          std::uint8_t* to, std::int64_t to_next) {
  using Shape = RingShape<T>;
  using State = EdgesWalk<T, kHasValidity>;
  // As many slots as make the phases come round.
  constexpr int kUnrolledRows = State::kPhases > Shape::kSlotRows ? State::kPhases : Shape::kSlotRows;
  static_assert(kUnrolledRows % State::kPhases == 0 && kUnrolledRows % Shape::kSlotRows == 0);
  const int col = lane_col<T>();
  State state(half_squared_threshold);
  RingCursor<Shape::kSlots> cursor;
  for (int first = 0; first < walk.count(); first += kUnrolledRows) {
#pragma unroll
    for (int begin = 0; begin < kUnrolledRows; begin += Shape::kSlotRows) {
      if (first + begin >= walk.count()) break;
      ring.filled(cursor.slot).wait(cursor.parity);
#pragma unroll
      for (int i = 0; i < Shape::kSlotRows; ++i) {
        const auto pixels = LanePixels<T>::of(PackedLane<T>::read(ring.pixel(cursor.slot, i, col)));
        LaneValidity<T> validity = {};
        if constexpr (kHasValidity) validity = LaneValidity<T>::read(ring.validity(cursor.slot, i, col));
        const auto output = state.template step<kDirection>((begin + i) % State::kPhases, pixels, validity);
        if (walk.writes(first + begin + i)) stores.template store<kWhole>(to, output);
        to += to_next;
      }
      ring.release(cursor.slot);
      cursor.advance();
    }
  }
}

template <Pixel T, bool kHasValidity>
__global__ void __launch_bounds__(RingShape<T>::kThreads, RingShape<T>::kBlocksPerMultiprocessor)
    edges_ring_kernel(const __grid_constant__ EdgesOperation operation, const __grid_constant__ Band band,
                      const __grid_constant__ Cut cut) {
#if __CUDA_ARCH__ >= 900
  using Shape = RingShape<T>;
  using Ring = EdgesRing<T, kHasValidity>;
  if (write_frame<T>(operation, band, cut, Shape::kThreads)) return;
  __shared__ alignas(Ring::kAlignment) std::byte memory[Ring::kBytes];
  const Ring ring(memory);
  const BlockArea area = BlockArea::of(cut, band, blockIdx.x - cut.frame_blocks);
  const RowWalk walk(band, area, cut.frame);
  ring.initialise(area, band, operation.border, Shape::kWalkingWarps);
  if (threadIdx.x >= 32 * Shape::kWalkingWarps) {
    ring.fill(operation, band, area, walk);
    return;
  }
  const std::int64_t col = area.first_col + lane_col<T>();
  const LaneStores<kLaneCols<T>> stores(band, cut.frame, col, true, lane_writes());
  std::uint8_t* to = band.output.data + walk.output_row(0) * band.output.stride_bytes + col;
  choose_walk(area.walks_up, stores.is_whole(), [&]<Direction kDirection, bool kWhole>() {
    walk_ring<kDirection, kWhole, T, kHasValidity>(ring, walk, stores, operation.half_squared_threshold, to,
                                                   band.output.stride_bytes * walk.step());
  });
#endif
}

}  // namespace strandline::cuda
