// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// A solution of the exercise on bank conflicts: each row of the tile begins one bank later.
#include "transposition.cuh"

namespace lessons {
namespace {

constexpr int kPitchWords = kTileSide + 1;  // coprime to 32 banks, so a column's 32 words lie in 32 banks
constexpr int kTileWords = kTileSide * kPitchWords;

__host__ __device__ constexpr int tile_word(int row, int col) { return row * kPitchWords + col; }

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
