// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Edges of a band in device memory: which kernel, and its launch.
#include <algorithm>

#include "cuda/edges.hpp"
#include "cuda/kernels/edges_pixel.cuh"
#include "cuda/runtime/check.hpp"

namespace strandline::cuda {
namespace {

template <Pixel T>
__global__ void edges_each_pixel_kernel(EdgesOperation operation, Band band) {
  const std::int64_t pixels = band.output.rows * band.output.cols;
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < pixels; i += step) {
    const std::int64_t row = i / band.output.cols;
    const std::int64_t col = i % band.output.cols;
    band.output.data[row * band.output.stride_bytes + col] = edge_at<T>(operation, band, band.first_row + row, col);
  }
}

}  // namespace

void enqueue_edges(const EdgesOperation& operation, const Band& band, cudaStream_t stream) {
  visit_pixel_type(band.input.pixel_type, [&]<Pixel T>(T) {
    const std::int64_t blocks = (band.output.rows * band.output.cols + 255) / 256;
    edges_each_pixel_kernel<T>
        <<<static_cast<unsigned>(std::min<std::int64_t>(blocks, 1 << 20)), 256, 0, stream>>>(operation, band);
    check_launch("edges_each_pixel_kernel");
  });
}

}  // namespace strandline::cuda
