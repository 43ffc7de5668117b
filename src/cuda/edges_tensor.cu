// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Launches and loads the tensor kernel.
#include "cuda/cut.hpp"
#include "cuda/edges_kernels.hpp"
#include "cuda/kernels/edges_tensor_kernel.cuh"
#include "cuda/runtime/launch.hpp"

namespace strandline::cuda {

void launch_edges_tensor(const EdgesOperation& operation, const Band& band, int multiprocessors, cudaStream_t stream) {
  using Shape = TensorShape;
  const KernelShape shape = {Shape::kThreads, Shape::kCols, Shape::kSlotRows, Shape::kBlocksPerMultiprocessor};
  const Cut cut = make_cut(band, operation.border, shape, multiprocessors);
  const RowMaps maps = make_row_maps(band, TensorRing::kPixelBox, TensorRing::kValidityBox);
  launch_kernel("edges_tensor_kernel", edges_tensor_kernel, {cut.blocks(), Shape::kThreads}, stream, operation, band,
                cut, maps);
}

void load_edges_tensor() { load_kernel("edges_tensor_kernel", edges_tensor_kernel); }

}  // namespace strandline::cuda
