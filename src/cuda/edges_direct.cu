// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Launches and loads the direct kernels.
#include "cuda/alignment.hpp"
#include "cuda/cut.hpp"
#include "cuda/edges_kernels.hpp"
#include "cuda/kernels/edges_direct_kernel.cuh"
#include "cuda/runtime/launch.hpp"

namespace strandline::cuda {
namespace {

// What one load or store of a lane takes at most.
constexpr std::int64_t kVectorBytes = 16;

template <Pixel T, bool kHasValidity>
void launch(const EdgesOperation& operation, const Band& band, int multiprocessors, cudaStream_t stream) {
  using Shape = DirectShape<T>;
  const KernelShape shape = {Shape::kThreads, Shape::kCols, 1, Shape::kBlocksPerMultiprocessor, Shape::kMostRunRows};
  const Cut cut = make_cut(band, operation.border, shape, multiprocessors);
  launch_kernel("edges_direct_kernel", edges_direct_kernel<T, kHasValidity>, {cut.blocks(), Shape::kThreads}, stream,
                operation, band, cut, is_aligned(band, kVectorBytes));
}

template <Pixel T>
void load() {
  load_kernel("edges_direct_kernel", edges_direct_kernel<T, true>);
  load_kernel("edges_direct_kernel", edges_direct_kernel<T, false>);
}

}  // namespace

void launch_edges_direct(const EdgesOperation& operation, const Band& band, int multiprocessors, cudaStream_t stream) {
  visit_pixel_type(band.input.pixel_type, [&]<Pixel T>(T) {
    if (band.valid.data != nullptr) {
      launch<T, true>(operation, band, multiprocessors, stream);
    } else {
      launch<T, false>(operation, band, multiprocessors, stream);
    }
  });
}

void load_edges_direct() {
  load<std::uint8_t>();
  load<std::uint16_t>();
  load<float>();
}

int compiled_capability() {
  cudaFuncAttributes attributes = {};
  check(cudaFuncGetAttributes(&attributes, edges_direct_kernel<float, false>), "cudaFuncGetAttributes");
  return attributes.ptxVersion;
}

}  // namespace strandline::cuda
