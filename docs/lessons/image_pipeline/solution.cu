// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// A solution of the exercise on the image pipeline: each stage has the apron of those after it, and the frame of its
// own input.
#include "pipeline.cuh"

namespace lessons {
namespace {

constexpr int kBlurredApron = kSobelRadius;
constexpr int kSourceApron = kBlurredApron + kBlurRadius;

struct Tile {
  Plane<kSourceApron> source;
  Plane<kBlurredApron> blurred;
};

/// The pixels of the block whose first one is `first`.
__host__ __device__ void edges_of_tile(Tile& tile, const Image& image, Place first, Worker worker,
                                       std::uint8_t* edges) {
  for_each_cell<kSourceApron>(worker, [&](int row, int col) {
    tile.source.at(row, col) = pixel_or_zero(image, first.row + row, first.col + col);
  });
  wait_for_block();
  for_each_cell<kBlurredApron>(worker, [&](int row, int col) {
    // What the blur smears past the frame is no part of the blurred image.
    tile.blurred.at(row, col) =
        is_inside(image, first.row + row, first.col + col)
            ? blurred([&](int down, int right) { return tile.source.at(row + down, col + right); })
            : 0;
  });
  wait_for_block();
  for_each_cell<0>(worker, [&](int row, int col) {
    if (!is_inside(image, first.row + row, first.col + col)) return;
    edges[(first.row + row) * image.cols + first.col + col] =
        edge([&](int down, int right) { return tile.blurred.at(row + down, col + right); });
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
