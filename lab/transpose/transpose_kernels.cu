// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the experiment transpose: a copy, and four ways to turn a matrix.
#include "cuda/runtime/check.hpp"
#include "transpose/transpose_kernels.hpp"
#include "transpose/transpose_pattern.hpp"

namespace strandline::lab {
namespace {

constexpr int kCopyThreads = 256;

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

template <int kLoads>
__global__ void __launch_bounds__(kCopyThreads) copy_kernel(CopyLaunch launch) {
  const auto* const input = reinterpret_cast<const float4*>(launch.input);
  auto* const output = reinterpret_cast<float4*>(launch.output);
  const std::int64_t groups = launch.elements / kGroupFloats;
  const std::int64_t block = blockIdx.x % static_cast<unsigned>(launch.window_blocks);
  const std::int64_t first = block * (kCopyThreads * kLoads) + threadIdx.x;
  float4 group[kLoads];
#pragma unroll
  for (int i = 0; i < kLoads; ++i) {
    if (first + i * kCopyThreads < groups) group[i] = input[first + i * kCopyThreads];
  }
#pragma unroll
  for (int i = 0; i < kLoads; ++i) {
    if (first + i * kCopyThreads < groups) output[first + i * kCopyThreads] = group[i];
  }
  const std::int64_t rest = groups * kGroupFloats + threadIdx.x;
  if (blockIdx.x == 0 && rest < launch.elements) launch.output[rest] = launch.input[rest];
}

/// A thread's column, and the first of its rows.
struct Place {
  std::int64_t col = 0;
  std::int64_t row = 0;
};

__device__ Place place_in(unsigned tile_col, unsigned tile_row) {
  return {std::int64_t{tile_col} * kTransposeTile + threadIdx.x, std::int64_t{tile_row} * kTransposeTile + threadIdx.y};
}

// All of a thread's loads are in flight before its first store, here as in the other kernels.
__global__ void transpose_naive_kernel(TransposeLaunch launch) {
  constexpr int kRows = kTransposeTile / kTransposeRowsAtOnce;
  const Place place = place_in(blockIdx.x, blockIdx.y);
  float element[kRows];
#pragma unroll
  for (int i = 0; i < kRows; ++i) {
    const std::int64_t row = place.row + i * kTransposeRowsAtOnce;
    if (place.col < launch.side && row < launch.side) element[i] = launch.input[row * launch.side + place.col];
  }
#pragma unroll
  for (int i = 0; i < kRows; ++i) {
    const std::int64_t row = place.row + i * kTransposeRowsAtOnce;
    if (place.col < launch.side && row < launch.side) launch.output[place.col * launch.side + row] = element[i];
  }
}

__global__ void transpose_tile_kernel(TransposeLaunch launch, int pitch) {
  extern __shared__ float tile[];  // (rows, columns and padding)
  constexpr int kRows = kTransposeTile / kTransposeRowsAtOnce;
  const Place from = place_in(blockIdx.x, blockIdx.y);
  float element[kRows];
#pragma unroll
  for (int i = 0; i < kRows; ++i) {
    const std::int64_t row = from.row + i * kTransposeRowsAtOnce;
    if (from.col < launch.side && row < launch.side) element[i] = launch.input[row * launch.side + from.col];
  }
#pragma unroll
  for (int i = 0; i < kRows; ++i) {
    const int row_in_tile = static_cast<int>(threadIdx.y) + i * kTransposeRowsAtOnce;
    if (from.col < launch.side && from.row + i * kTransposeRowsAtOnce < launch.side) {
      tile[row_in_tile * pitch + static_cast<int>(threadIdx.x)] = element[i];
    }
  }
  __syncthreads();
  const Place to = place_in(blockIdx.y, blockIdx.x);
#pragma unroll
  for (int i = 0; i < kTransposeTile; i += kTransposeRowsAtOnce) {
    if (to.col < launch.side && to.row + i < launch.side) {
      launch.output[(to.row + i) * launch.side + to.col] = tile[threadIdx.x * pitch + threadIdx.y + i];
    }
  }
}

__device__ float4 column_of(const float4 (&rows)[kGroupFloats], int col) {
  if (col == 0) return {rows[0].x, rows[1].x, rows[2].x, rows[3].x};
  if (col == 1) return {rows[0].y, rows[1].y, rows[2].y, rows[3].y};
  if (col == 2) return {rows[0].z, rows[1].z, rows[2].z, rows[3].z};
  return {rows[0].w, rows[1].w, rows[2].w, rows[3].w};
}

// The side is a multiple of four, so that a group of four is wholly inside or wholly outside.
__global__ void __launch_bounds__(kWideThreads) transpose_swizzled_kernel(TransposeLaunch launch) {
  __shared__ float4 tile[kWideTile * kWideTileGroups];  // (columns, groups of four rows): turned already
  const std::int64_t side = launch.side;
  const std::int64_t tile_row = std::int64_t{blockIdx.y} * kWideTile;
  const std::int64_t tile_col = std::int64_t{blockIdx.x} * kWideTile;
  const WideCell cell = wide_cell(static_cast<int>(threadIdx.x));

  const std::int64_t row = tile_row + cell.row_group * kGroupFloats;
  const std::int64_t col = tile_col + cell.col_group * kGroupFloats;
  if (row < side && col < side) {
    float4 rows[kGroupFloats];
#pragma unroll
    for (int i = 0; i < kGroupFloats; ++i) {
      rows[i] = *reinterpret_cast<const float4*>(launch.input + (row + i) * side + col);
    }
#pragma unroll
    for (int i = 0; i < kGroupFloats; ++i) {
      tile[swizzled_place(cell.col_group * kGroupFloats + i, cell.row_group)] = column_of(rows, i);
    }
  }
  __syncthreads();
  const std::int64_t out_col = tile_row + cell.col_group * kGroupFloats;
#pragma unroll
  for (int i = 0; i < kWideTile; i += kWideRowsAtOnce) {
    const std::int64_t out_row = tile_col + i + cell.row_group;
    if (out_row < side && out_col < side) {
      *reinterpret_cast<float4*>(launch.output + out_row * side + out_col) =
          tile[swizzled_place(i + cell.row_group, cell.col_group)];
    }
  }
}

dim3 tiles_of(std::int64_t side, int tile) {
  const auto tiles = static_cast<unsigned>(ceil_div(side, tile));
  return {tiles, tiles};
}

constexpr dim3 kTileThreads(kTransposeTile, kTransposeRowsAtOnce);

}  // namespace

std::int64_t copy_block_elements(int loads_a_thread) {
  return std::int64_t{kCopyThreads} * loads_a_thread * kGroupFloats;
}

std::int64_t copy_blocks(std::int64_t elements, int loads_a_thread) {
  return ceil_div(elements, copy_block_elements(loads_a_thread));
}

void launch_copy(const CopyLaunch& launch, cudaStream_t stream) {
  const auto blocks = static_cast<unsigned>(copy_blocks(launch.elements, launch.loads_a_thread));
  if (launch.loads_a_thread == 1) {
    copy_kernel<1><<<blocks, kCopyThreads, 0, stream>>>(launch);
  } else {
    copy_kernel<4><<<blocks, kCopyThreads, 0, stream>>>(launch);
  }
  cuda::check_launch("copy_kernel");
}

void launch_transpose_naive(const TransposeLaunch& launch, cudaStream_t stream) {
  transpose_naive_kernel<<<tiles_of(launch.side, kTransposeTile), kTileThreads, 0, stream>>>(launch);
  cuda::check_launch("transpose_naive_kernel");
}

void launch_transpose_tile(const TransposeLaunch& launch, int pitch, cudaStream_t stream) {
  // Of the larger tile, so that as many blocks fit on a multiprocessor.
  constexpr std::size_t kSharedBytes = sizeof(float) * kTransposeTile * (kTransposeTile + 1);
  transpose_tile_kernel<<<tiles_of(launch.side, kTransposeTile), kTileThreads, kSharedBytes, stream>>>(launch, pitch);
  cuda::check_launch("transpose_tile_kernel");
}

void launch_transpose_swizzled(const TransposeLaunch& launch, cudaStream_t stream) {
  transpose_swizzled_kernel<<<tiles_of(launch.side, kWideTile), kWideThreads, 0, stream>>>(launch);
  cuda::check_launch("transpose_swizzled_kernel");
}

}  // namespace strandline::lab
