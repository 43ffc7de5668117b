// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Copies rows within host memory by many threads, and between host memory and the card.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cuda_runtime_api.h>

namespace strandline::cuda {

/// Where rows begin and how far apart they lie. In host memory the stride may be negative, odd or 0.
template <class Byte>
struct RowsAt {
  Byte* first = nullptr;
  std::int64_t stride_bytes = 0;

  Byte* row(std::int64_t index) const { return first + index * stride_bytes; }
  RowsAt from(std::int64_t index) const { return {row(index), stride_bytes}; }
};

using ConstRows = RowsAt<const std::byte>;
using MutableRows = RowsAt<std::byte>;

/// Copies the first `row_bytes` of `rows` rows on the threads of the caller's oneTBB arena. The caller may hold a lane
/// or a lock meanwhile: its thread takes up no other task of the arena.
void copy_in_parallel(ConstRows from, MutableRows to, std::int64_t row_bytes, std::int64_t rows);

/// Enqueues a copy between host memory and the card, in whichever form the strides allow: one piece, one rectangle, or
/// row by row. Bytes between the rows stay untouched. From pageable memory it returns when the memory may be used
/// again, to pageable memory when it is written.
void enqueue_copy(ConstRows from, MutableRows to, std::int64_t row_bytes, std::int64_t rows, cudaMemcpyKind kind,
                  cudaStream_t stream);

}  // namespace strandline::cuda
