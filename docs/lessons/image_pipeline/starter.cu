// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The exercise of the lesson on the image pipeline. Inside its tiles it is right.
#include "pipeline.cuh"

namespace lessons {
namespace {

constexpr int kBlurredApron = 0;
constexpr int kSourceApron = kBlurRadius;

struct Tile {
  Plane<kSourceApron> source;
  Plane<kBlurredApron> blurred;
};

__host__ __device__ int nearest_in_tile(int i) { return i < 0 ? 0 : (i < kTileSide ? i : kTileSide - 1); }

/// The pixels of the block whose first one is `first`.
__host__ __device__ void edges_of_tile(Tile& tile, const Image& image, Place first, Worker worker,
                                       std::uint8_t* edges) {
  for_each_cell<kSourceApron>(worker, [&](int row, int col) {
    tile.source.at(row, col) = pixel_or_zero(image, first.row + row, first.col + col);
  });
  wait_for_block();
  for_each_cell<kBlurredApron>(worker, [&](int row, int col) {
    tile.blurred.at(row, col) = blurred([&](int down, int right) { return tile.source.at(row + down, col + right); });
  });
  wait_for_block();
  for_each_cell<0>(worker, [&](int row, int col) {
    if (!is_inside(image, first.row + row, first.col + col)) return;
    edges[(first.row + row) * image.cols + first.col + col] = edge([&](int down, int right) {
      return tile.blurred.at(nearest_in_tile(row + down), nearest_in_tile(col + right));
    });
  });
}

__global__ void edges_kernel(Image image, std::uint8_t* edges) {
  __shared__ Tile tile;
  const Place first{static_cast<int>(blockIdx.y) * kTileSide, static_cast<int>(blockIdx.x) * kTileSide};
  edges_of_tile(tile, image, first, {static_cast<int>(threadIdx.x), kThreads}, edges);
}

void launch(const Image& image, std::uint8_t* edges) {
  const dim3 blocks((image.cols + kTileSide - 1) / kTileSide, (image.rows + kTileSide - 1) / kTileSide);
  edges_kernel<<<blocks, kThreads>>>(image, edges);
}

}  // namespace
}  // namespace lessons

int main() {
  using namespace lessons;
  return judge(Pipeline<Tile>{edges_of_tile, launch});
}
