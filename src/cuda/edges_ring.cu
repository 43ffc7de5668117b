// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Launches and loads the ring kernels.
#include "cuda/cut.hpp"
#include "cuda/edges_kernels.hpp"
#include "cuda/kernels/edges_ring_kernel.cuh"
#include "cuda/runtime/launch.hpp"

namespace strandline::cuda {
namespace {

template <Pixel T, bool kHasValidity>
void launch(const EdgesOperation& operation, const Band& band, int multiprocessors, cudaStream_t stream) {
  using Shape = RingShape<T>;
  const KernelShape shape = {Shape::kThreads, Shape::kCols, Shape::kSlotRows, Shape::kBlocksPerMultiprocessor};
  const Cut cut = make_cut(band, operation.border, shape, multiprocessors);
  using Ring = EdgesRing<T, kHasValidity>;
  const RowMaps maps = make_row_maps(band, Ring::kPixelBox, Ring::kValidityBox);
  launch_kernel("edges_ring_kernel", edges_ring_kernel<T, kHasValidity>, {cut.blocks(), Shape::kThreads}, stream,
                operation, band, cut, maps);
}

template <Pixel T>
void load() {
  load_kernel("edges_ring_kernel", edges_ring_kernel<T, true>);
  load_kernel("edges_ring_kernel", edges_ring_kernel<T, false>);
}

}  // namespace

void launch_edges_ring(const EdgesOperation& operation, const Band& band, int multiprocessors, cudaStream_t stream) {
  visit_pixel_type(band.input.pixel_type, [&]<Pixel T>(T) {
    if (band.valid.data != nullptr) {
      launch<T, true>(operation, band, multiprocessors, stream);
    } else {
      launch<T, false>(operation, band, multiprocessors, stream);
    }
  });
}

void load_edges_ring() {
  load<std::uint8_t>();
  load<std::uint16_t>();
  load<float>();
}

}  // namespace strandline::cuda
