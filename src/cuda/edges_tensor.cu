// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Launches the tensor kernel.
#include "cuda/cut.hpp"
#include "cuda/edges_kernels.hpp"
#include "cuda/kernels/edges_tensor_kernel.cuh"
#include "cuda/runtime/check.hpp"

namespace strandline::cuda {

void launch_edges_tensor(const EdgesOperation& operation, const Band& band, int multiprocessors, cudaStream_t stream) {
  using Shape = TensorShape;
  const KernelShape shape = {Shape::kThreads, Shape::kCols, Shape::kSlotRows, Shape::kBlocksPerMultiprocessor};
  const Cut cut = make_cut(band, operation.border, shape, multiprocessors);
  const RowMaps maps = make_row_maps(band, TensorRing::kPixelBox, TensorRing::kValidityBox);
  edges_tensor_kernel<<<cut.blocks(), Shape::kThreads, 0, stream>>>(operation, band, cut, maps);
  check_launch("edges_tensor_kernel");
}

}  // namespace strandline::cuda
