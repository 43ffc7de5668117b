// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// How a band is cut into blocks for a card.
#pragma once

#include <cstdint>

#include <strandline/band.hpp>
#include <strandline/border.hpp>

#include "cuda/kernels/block_area.cuh"

namespace strandline::cuda {

/// What a kernel says of itself.
struct KernelShape {
  int threads = 0;
  std::int64_t strip_cols = 0;
  /// Rows of a run in a large image. Each run reads 6 rows more; but few, long runs leave cores idle at the end.
  std::int64_t run_rows = 0;
  int blocks_per_multiprocessor = 0;
};

/// Cuts `band` so that a small image still keeps all of the card's multiprocessors busy.
/// Throws Unsupported for an image of more blocks than a grid may have (2^31 - 1).
Cut make_cut(const Band& band, Border border, const KernelShape& shape, int multiprocessors);

}  // namespace strandline::cuda
