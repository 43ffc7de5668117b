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
  static constexpr int kRunRows = 64;
  static constexpr int kSlotRows = 2;
  static constexpr int kSlots = 4;
  static constexpr int kBlocksPerMultiprocessor = sizeof(T) == 4 ? 4 : 3;
};

template <Direction kDirection, Pixel T, bool kHasValidity, class Ring>
__device__ __forceinline__ void walk_ring(const EdgesOperation& operation, const Band& band, const Cut& cut,
                                          const BlockArea& area, const RowWalk& walk, Ring& ring) {
  using Shape = RingShape<T>;
  constexpr int kCols = kLaneCols<T>;
  const int lane_col = static_cast<int>(threadIdx.x) * kCols;
  const LaneStores<kCols> stores(band, cut.frame, area.first_col + lane_col, true);
  std::uint8_t* to = band.output.data + walk.output_row(0) * band.output.stride_bytes + area.first_col + lane_col;
  const std::int64_t to_next = band.output.stride_bytes * walk.step();
  EdgesWalk<T, kHasValidity> state(operation.half_squared_threshold);
  int slot = 0;
  std::uint32_t parity = 0;
  for (int first = 0; first < walk.count(); first += kRowsOfSums) {
#pragma unroll
    for (int phase = 0; phase < kRowsOfSums; phase += Shape::kSlotRows) {
      if (first + phase >= walk.count()) break;
      ring.filled[slot].wait(parity);
#pragma unroll
      for (int i = 0; i < Shape::kSlotRows; ++i) {
        const auto pixels = LanePixels<T>::read(ring.pixels[slot][i].pixel(lane_col));
        LaneValidity<T> validity = {};
        if constexpr (kHasValidity) validity = LaneValidity<T>::read(ring.validity[slot][i].pixel(lane_col));
        const auto output = state.template step<kDirection>(phase + i, pixels, validity);
        if (walk.writes(first + phase + i)) stores.store(to, output);
        to += to_next;
      }
      __syncwarp();
      if (threadIdx.x % 32 == 0) ring.emptied[slot].arrive();
      if (++slot == Shape::kSlots) {
        slot = 0;
        parity ^= 1;
      }
    }
  }
}

template <Pixel T, bool kHasValidity>
__global__ void __launch_bounds__(RingShape<T>::kThreads, RingShape<T>::kBlocksPerMultiprocessor)
    edges_ring_kernel(const __grid_constant__ EdgesOperation operation, const __grid_constant__ Band band,
                      const __grid_constant__ Cut cut) {
#if __CUDA_ARCH__ >= 900
  using Shape = RingShape<T>;
  if (blockIdx.x < cut.frame_blocks) {
    const std::int64_t index = std::int64_t{blockIdx.x} * Shape::kThreads + threadIdx.x;
    if (index < cut.frame.pixels()) write_frame_pixel<T>(operation, band, cut.frame, index);
    return;
  }
  __shared__ RowRing<T, kHasValidity, Shape::kCols, Shape::kSlotRows, Shape::kSlots> ring;
  const BlockArea area = BlockArea::of(cut, band, blockIdx.x - cut.frame_blocks);
  const RowWalk walk(band, area, cut.frame);
  ring.initialise(area, band.input.cols, Shape::kWalkingWarps);
  if (threadIdx.x >= 32 * Shape::kWalkingWarps) {
    ring.fill(operation, band, area, walk);
  } else if (area.walks_up) {
    walk_ring<Direction::up, T, kHasValidity>(operation, band, cut, area, walk, ring);
  } else {
    walk_ring<Direction::down, T, kHasValidity>(operation, band, cut, area, walk, ring);
  }
#endif
}

}  // namespace strandline::cuda
