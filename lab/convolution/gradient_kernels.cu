// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the experiment convolution that make the gradient and compare it with a threshold.
#include "convolution/convolution_kernels.hpp"
#include "convolution/image_access.cuh"
#include "cuda/runtime/check.hpp"

namespace strandline::lab {
namespace {

constexpr std::uint8_t kEdgeByte = 255;
constexpr int kSobelRadius = 1;

__device__ std::uint8_t edge_byte(float magnitude, float threshold) { return magnitude > threshold ? kEdgeByte : 0; }

/// Three pixels of a row around a column.
struct Triple {
  float left = 0;
  float middle = 0;
  float right = 0;
};

template <bool kSurrounded>
__device__ Triple triple_at(const float* __restrict__ image, ImageSize size, int row, int col) {
  return {pixel_at<kSurrounded>(image, size, row, col - 1), pixel_at<kSurrounded>(image, size, row, col),
          pixel_at<kSurrounded>(image, size, row, col + 1)};
}

__device__ float gradient_magnitude(const Triple& above, const Triple& here, const Triple& below) {
  const float gx = fmaf(2.0F, here.right - here.left, (above.right - above.left) + (below.right - below.left));
  const float gy = fmaf(2.0F, below.middle - above.middle, (below.left - above.left) + (below.right - above.right));
  return sqrtf(fmaf(gx, gx, gy * gy));
}

/// All six rows that a thread needs are asked for before one is waited for.
template <bool kSurrounded, class Write>
__device__ void make_gradients(const float* __restrict__ blurred, ImageSize size, BlockTile own, Write&& write) {
  const int first_row = own.row + static_cast<int>(threadIdx.y) * kRowsPerThread;
  const int col = own.col + static_cast<int>(threadIdx.x);
  Triple rows[kRowsPerThread + 2];
#pragma unroll
  for (int i = 0; i < kRowsPerThread + 2; ++i) rows[i] = triple_at<kSurrounded>(blurred, size, first_row - 1 + i, col);
#pragma unroll
  for (int i = 0; i < kRowsPerThread; ++i) {
    if (is_written<kSurrounded>(size, first_row + i, col)) {
      write(pixel_index(size, first_row + i, col), gradient_magnitude(rows[i], rows[i + 1], rows[i + 2]));
    }
  }
}

/// Calls `write(pixel, magnitude)` for the four pixels of a thread.
template <class Write>
__device__ void for_each_gradient(const float* __restrict__ blurred, ImageSize size, Write&& write) {
  const BlockTile own = BlockTile::own();
  if (own.is_surrounded(size, kSobelRadius)) {
    make_gradients<true>(blurred, size, own, write);
  } else {
    make_gradients<false>(blurred, size, own, write);
  }
}

__global__ void sobel_kernel(const float* __restrict__ blurred, float* __restrict__ magnitude, ImageSize size) {
  for_each_gradient(blurred, size, [magnitude](std::int64_t pixel, float found) { magnitude[pixel] = found; });
}

__global__ void sobel_threshold_kernel(const float* __restrict__ blurred, std::uint8_t* __restrict__ edges,
                                       ImageSize size, float threshold) {
  for_each_gradient(blurred, size, [edges, threshold](std::int64_t pixel, float found) {
    edges[pixel] = edge_byte(found, threshold);
  });
}

__global__ void threshold_kernel(const float* __restrict__ magnitude, std::uint8_t* __restrict__ edges,
                                 std::int64_t count, float threshold) {
  constexpr int kPixels = 4;
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count / kPixels) {
    const float4 found = reinterpret_cast<const float4*>(magnitude)[i];
    reinterpret_cast<uchar4*>(edges)[i] = make_uchar4(edge_byte(found.x, threshold), edge_byte(found.y, threshold),
                                                      edge_byte(found.z, threshold), edge_byte(found.w, threshold));
  }
  const std::int64_t rest = count / kPixels * kPixels + i;
  if (i < count % kPixels) edges[rest] = edge_byte(magnitude[rest], threshold);
}

}  // namespace

void launch_sobel(const float* blurred, float* magnitude, ImageSize size, cudaStream_t stream) {
  sobel_kernel<<<blocks_of(size, kTileSide), dim3(kWarpLanes, kWarpsPerBlock), 0, stream>>>(blurred, magnitude, size);
  cuda::check_launch("sobel_kernel");
}

void launch_threshold(const float* magnitude, std::uint8_t* edges, std::int64_t count, float threshold,
                      cudaStream_t stream) {
  constexpr std::int64_t kPixelsPerBlock = 4 * kBlockThreads;
  const auto blocks = static_cast<unsigned>((count + kPixelsPerBlock - 1) / kPixelsPerBlock);
  threshold_kernel<<<blocks, kBlockThreads, 0, stream>>>(magnitude, edges, count, threshold);
  cuda::check_launch("threshold_kernel");
}

void launch_sobel_threshold(const float* blurred, std::uint8_t* edges, ImageSize size, float threshold,
                            cudaStream_t stream) {
  sobel_threshold_kernel<<<blocks_of(size, kTileSide), dim3(kWarpLanes, kWarpsPerBlock), 0, stream>>>(blurred, edges,
                                                                                                      size, threshold);
  cuda::check_launch("sobel_threshold_kernel");
}

}  // namespace strandline::lab
