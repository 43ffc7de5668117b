// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the experiment convolution that copy and blur.
#include "convolution/convolution_kernels.hpp"
#include "convolution/image_access.cuh"
#include "cuda/runtime/check.hpp"

namespace strandline::lab {
namespace {

/// 16 times the weight along one axis.
constexpr float binomial(int tap) { return tap == 2 ? 6.0F : tap == 1 || tap == 3 ? 4.0F : 1.0F; }

constexpr float weight(int row, int col) { return binomial(row) * binomial(col) / 256.0F; }

__device__ float five_taps(float x0, float x1, float x2, float x3, float x4) {
  return fmaf(6.0F, x2, fmaf(4.0F, x1 + x3, x0 + x4)) * 0.0625F;
}

__global__ void copy_kernel(const float* __restrict__ input, float* __restrict__ output, std::int64_t count) {
  constexpr int kFloats = 4;
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count / kFloats) {
    reinterpret_cast<float4*>(output)[i] = reinterpret_cast<const float4*>(input)[i];
  }
  if (i < count % kFloats) output[count / kFloats * kFloats + i] = input[count / kFloats * kFloats + i];
}

__global__ void blur_naive_kernel(const float* __restrict__ input, float* __restrict__ blurred, ImageSize size) {
  const int row = static_cast<int>(blockIdx.y) * kWarpsPerBlock + static_cast<int>(threadIdx.y);
  const int col = static_cast<int>(blockIdx.x) * kTileSide + static_cast<int>(threadIdx.x);
  if (!is_inside(size, row, col)) return;
  float sum = 0;
#pragma unroll
  for (int i = 0; i < kBlurTaps; ++i) {
#pragma unroll
    for (int j = 0; j < kBlurTaps; ++j) {
      sum = fmaf(weight(i, j), pixel_or_zero(input, size, row + i - kBlurRadius, col + j - kBlurRadius), sum);
    }
  }
  blurred[pixel_index(size, row, col)] = sum;
}

/// Brings the input tile into shared memory: each warp every eighth row, all of them asked for before one is stored.
template <bool kSurrounded>
__device__ void stage_tile(const float* __restrict__ input, ImageSize size, BlockTile own, float* tile, int pitch) {
  constexpr int kRows = (kInputTileSide + kWarpsPerBlock - 1) / kWarpsPerBlock;
  float staged[kRows][kRequestsPerStagedRow];
  const auto for_each_of_a_thread = [&](auto&& visit) {
#pragma unroll
    for (int i = 0; i < kRows; ++i) {
#pragma unroll
      for (int j = 0; j < kRequestsPerStagedRow; ++j) {
        const int row = i * kWarpsPerBlock + static_cast<int>(threadIdx.y);
        const int col = j * kWarpLanes + static_cast<int>(threadIdx.x);
        if (row < kInputTileSide && col < kInputTileSide) visit(staged[i][j], row, col);
      }
    }
  };
  for_each_of_a_thread([&](float& pixel, int row, int col) {
    pixel = pixel_at<kSurrounded>(input, size, own.row + row - kBlurRadius, own.col + col - kBlurRadius);
  });
  for_each_of_a_thread([&](const float& pixel, int row, int col) { tile[row * pitch + col] = pixel; });
}

// The pitch is an argument, so that tiles of two pitches are made by one program.
template <bool kSurrounded>
__device__ void blur_tile(const float* __restrict__ input, float* __restrict__ blurred, ImageSize size, BlockTile own,
                          float* tile, int pitch) {
  stage_tile<kSurrounded>(input, size, own, tile, pitch);
  __syncthreads();

  const int lane = static_cast<int>(threadIdx.x);
  const int row_in_tile = static_cast<int>(threadIdx.y) * kRowsPerThread;
#pragma unroll
  for (int k = 0; k < kRowsPerThread; ++k) {
    float sum = 0;
#pragma unroll
    for (int i = 0; i < kBlurTaps; ++i) {
#pragma unroll
      for (int j = 0; j < kBlurTaps; ++j) {
        sum = fmaf(weight(i, j), tile[(row_in_tile + k + i) * pitch + lane + j], sum);
      }
    }
    const int row = own.row + row_in_tile + k;
    const int col = own.col + lane;
    if (is_written<kSurrounded>(size, row, col)) blurred[pixel_index(size, row, col)] = sum;
  }
}

__global__ void blur_tiled_kernel(const float* __restrict__ input, float* __restrict__ blurred, ImageSize size,
                                  int pitch) {
  extern __shared__ float tile[];
  const BlockTile own = BlockTile::own();
  if (own.is_surrounded(size, kBlurRadius)) {
    blur_tile<true>(input, blurred, size, own, tile, pitch);
  } else {
    blur_tile<false>(input, blurred, size, own, tile, pitch);
  }
}

// Rows first: 36 rows of 32 sums in shared memory. Then columns, eight of those sums for a thread's four pixels.
template <bool kSurrounded>
__device__ void blur_rows_then_columns(const float* __restrict__ input, float* __restrict__ blurred, ImageSize size,
                                       BlockTile own, float (*by_rows)[kTileSide]) {
  const int col_in_tile = static_cast<int>(threadIdx.x);
  const int col = own.col + col_in_tile;
#pragma unroll
  for (int begin = 0; begin < kInputTileSide; begin += kWarpsPerBlock) {
    const int row_in_tile = begin + static_cast<int>(threadIdx.y);
    if (row_in_tile < kInputTileSide) {
      const int row = own.row + row_in_tile - kBlurRadius;
      by_rows[row_in_tile][col_in_tile] =
          five_taps(pixel_at<kSurrounded>(input, size, row, col - 2), pixel_at<kSurrounded>(input, size, row, col - 1),
                    pixel_at<kSurrounded>(input, size, row, col), pixel_at<kSurrounded>(input, size, row, col + 1),
                    pixel_at<kSurrounded>(input, size, row, col + 2));
    }
  }
  __syncthreads();

  const int row_in_tile = static_cast<int>(threadIdx.y) * kRowsPerThread;
#pragma unroll
  for (int k = 0; k < kRowsPerThread; ++k) {
    const int above = row_in_tile + k;
    const float sum =
        five_taps(by_rows[above][col_in_tile], by_rows[above + 1][col_in_tile], by_rows[above + 2][col_in_tile],
                  by_rows[above + 3][col_in_tile], by_rows[above + 4][col_in_tile]);
    const int row = own.row + above;
    if (is_written<kSurrounded>(size, row, col)) blurred[pixel_index(size, row, col)] = sum;
  }
}

__global__ void blur_separable_kernel(const float* __restrict__ input, float* __restrict__ blurred, ImageSize size) {
  __shared__ float by_rows[kInputTileSide][kTileSide];
  const BlockTile own = BlockTile::own();
  if (own.is_surrounded(size, kBlurRadius)) {
    blur_rows_then_columns<true>(input, blurred, size, own, by_rows);
  } else {
    blur_rows_then_columns<false>(input, blurred, size, own, by_rows);
  }
}

}  // namespace

void launch_copy(const float* input, float* output, std::int64_t count, cudaStream_t stream) {
  constexpr std::int64_t kPixelsPerBlock = 4 * kBlockThreads;
  const auto blocks = static_cast<unsigned>((count + kPixelsPerBlock - 1) / kPixelsPerBlock);
  copy_kernel<<<blocks, kBlockThreads, 0, stream>>>(input, output, count);
  cuda::check_launch("copy_kernel");
}

void launch_blur_naive(const float* input, float* blurred, ImageSize size, cudaStream_t stream) {
  blur_naive_kernel<<<blocks_of(size, kWarpsPerBlock), dim3(kWarpLanes, kWarpsPerBlock), 0, stream>>>(input, blurred,
                                                                                                      size);
  cuda::check_launch("blur_naive_kernel");
}

void launch_blur_tiled(const float* input, float* blurred, ImageSize size, int pitch, cudaStream_t stream) {
  // Of the larger tile, so that as many blocks fit on a multiprocessor.
  constexpr std::size_t kSharedBytes = kInputTileSide * kPaddedPitch * sizeof(float);
  blur_tiled_kernel<<<blocks_of(size, kTileSide), dim3(kWarpLanes, kWarpsPerBlock), kSharedBytes, stream>>>(
      input, blurred, size, pitch);
  cuda::check_launch("blur_tiled_kernel");
}

void launch_blur_separable(const float* input, float* blurred, ImageSize size, cudaStream_t stream) {
  blur_separable_kernel<<<blocks_of(size, kTileSide), dim3(kWarpLanes, kWarpsPerBlock), 0, stream>>>(input, blurred,
                                                                                                     size);
  cuda::check_launch("blur_separable_kernel");
}

}  // namespace strandline::lab
