// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The exercise of the lesson on constant memory. What it computes is right, what it costs is not.
#include "flat_field.cuh"

namespace lessons {
namespace {

// "Small tables that are only read belong in constant memory."
constexpr Place kGainPlace = Place::constant;
constexpr Place kDarkPlace = Place::constant;

__host__ __device__ constexpr Pixel pixel_of(int warp, int lane) { return {warp, lane}; }

__constant__ float gains_in_constant[kRows];
__constant__ float darks_in_constant[kCols];
__device__ float gains_in_global[kRows];
__device__ float darks_in_global[kCols];

__device__ float gain_of(int row) {
  return kGainPlace == Place::constant ? gains_in_constant[row] : gains_in_global[row];
}

__device__ float dark_of(int col) {
  return kDarkPlace == Place::constant ? darks_in_constant[col] : darks_in_global[col];
}

__global__ void correct_kernel(const float* __restrict__ raw, float* __restrict__ corrected) {
  const Pixel pixel = pixel_of(static_cast<int>(threadIdx.y), static_cast<int>(threadIdx.x));
  const int row = static_cast<int>(blockIdx.y) * kTileSide + pixel.row;
  const int col = static_cast<int>(blockIdx.x) * kTileSide + pixel.col;
  if (row >= kRows || col >= kCols) return;
  const int i = row * kCols + col;
  corrected[i] = (raw[i] - dark_of(col)) * gain_of(row);
}

void fill_tables(const std::vector<float>& gains, const std::vector<float>& darks) {
  check(cudaMemcpyToSymbol(gains_in_constant, gains.data(), sizeof(gains_in_constant)), "gains to constant memory");
  check(cudaMemcpyToSymbol(darks_in_constant, darks.data(), sizeof(darks_in_constant)), "darks to constant memory");
  check(cudaMemcpyToSymbol(gains_in_global, gains.data(), sizeof(gains_in_global)), "gains to global memory");
  check(cudaMemcpyToSymbol(darks_in_global, darks.data(), sizeof(darks_in_global)), "darks to global memory");
}

void launch(const float* raw, float* corrected) {
  const dim3 blocks((kCols + kTileSide - 1) / kTileSide, (kRows + kTileSide - 1) / kTileSide);
  correct_kernel<<<blocks, dim3(kTileSide, kTileSide)>>>(raw, corrected);
}

}  // namespace
}  // namespace lessons

int main() {
  using namespace lessons;
  return judge({pixel_of, kGainPlace, kDarkPlace, fill_tables, launch});
}
