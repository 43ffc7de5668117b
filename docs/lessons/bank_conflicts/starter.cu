// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The exercise of the lesson on bank conflicts. The matrix is turned rightly, but warps wait for a bank.
#include "transposition.cuh"

namespace lessons {
namespace {

constexpr int kTileWords = kTileSide * kTileSide;

__host__ __device__ constexpr int tile_word(int row, int col) { return row * kTileSide + col; }

__global__ void transpose_kernel(const float* __restrict__ matrix, float* __restrict__ turned) {
  __shared__ float tile[kTileWords];
  const int warp = static_cast<int>(threadIdx.y);
  const int lane = static_cast<int>(threadIdx.x);
  const int first_row = static_cast<int>(blockIdx.y) * kTileSide;
  const int first_col = static_cast<int>(blockIdx.x) * kTileSide;

  if (first_row + warp < kRows && first_col + lane < kCols) {
    tile[tile_word(warp, lane)] = matrix[(first_row + warp) * kCols + first_col + lane];
  }
  __syncthreads();
  if (first_row + lane < kRows && first_col + warp < kCols) {
    turned[(first_col + warp) * kRows + first_row + lane] = tile[tile_word(lane, warp)];
  }
}

void launch(const float* matrix, float* turned) {
  const dim3 blocks((kCols + kTileSide - 1) / kTileSide, (kRows + kTileSide - 1) / kTileSide);
  transpose_kernel<<<blocks, dim3(kTileSide, kTileSide)>>>(matrix, turned);
}

}  // namespace
}  // namespace lessons

int main() {
  using namespace lessons;
  return judge({tile_word, kTileWords, launch});
}
