// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Rows from here to there.
#include "cuda/host_copy.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include <tbb/task_arena.h>

#include "cuda/runtime/check.hpp"
#include "scheduling/run_tasks.hpp"

namespace strandline::cuda {
namespace {

// What one thread copies at a time: enough to make a task worth its while, little enough to share out a chunk.
constexpr std::int64_t kPieceBytes = std::int64_t{256} << 10;

std::int64_t ceil_divide(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0); }

void copy_block(ConstRows from, MutableRows to, std::int64_t row_bytes, std::int64_t rows) {
  if (from.stride_bytes == row_bytes && to.stride_bytes == row_bytes) {
    std::memcpy(to.first, from.first, static_cast<std::size_t>(row_bytes * rows));
    return;
  }
  for (std::int64_t row = 0; row < rows; ++row) {
    std::memcpy(to.row(row), from.row(row), static_cast<std::size_t>(row_bytes));
  }
}

// cudaMemcpy2D refuses rows that lie further apart (cudaDevAttrMaxPitch is this on every card so far).
constexpr std::int64_t kMostPitch = std::numeric_limits<std::int32_t>::max();

bool is_rectangle(std::int64_t stride_bytes, std::int64_t row_bytes) {
  return stride_bytes >= row_bytes && stride_bytes <= kMostPitch;
}

}  // namespace

void copy_in_parallel(ConstRows from, MutableRows to, std::int64_t row_bytes, std::int64_t rows) {
  // Pieces are as many whole rows as make up the size wanted, or parts of one row.
  const std::int64_t piece_rows = std::clamp<std::int64_t>(kPieceBytes / row_bytes, 1, rows);
  const std::int64_t piece_bytes = std::min(row_bytes, kPieceBytes);
  const std::int64_t down = ceil_divide(rows, piece_rows);
  const std::int64_t across = ceil_divide(row_bytes, piece_bytes);
  const auto copy_piece = [=](std::int64_t index) {
    const std::int64_t row = index / across * piece_rows;
    const std::int64_t byte = index % across * piece_bytes;
    copy_block({from.row(row) + byte, from.stride_bytes}, {to.row(row) + byte, to.stride_bytes},
               std::min(piece_bytes, row_bytes - byte), std::min(piece_rows, rows - row));
  };
  if (down * across == 1) return copy_piece(0);
  // Without isolation the thread could take up another band while it waits here, and wait for a lane that it holds.
  tbb::this_task_arena::isolate([&] { scheduling::run_tasks(down * across, copy_piece); });
}

void enqueue_copy(ConstRows from, MutableRows to, std::int64_t row_bytes, std::int64_t rows, cudaMemcpyKind kind,
                  cudaStream_t stream) {
  const auto width = static_cast<std::size_t>(row_bytes);
  if (rows == 1 || (from.stride_bytes == row_bytes && to.stride_bytes == row_bytes)) {
    check(cudaMemcpyAsync(to.first, from.first, width * static_cast<std::size_t>(rows), kind, stream),
          "cudaMemcpyAsync");
    return;
  }
  if (is_rectangle(from.stride_bytes, row_bytes) && is_rectangle(to.stride_bytes, row_bytes)) {
    check(cudaMemcpy2DAsync(to.first, static_cast<std::size_t>(to.stride_bytes), from.first,
                            static_cast<std::size_t>(from.stride_bytes), width, static_cast<std::size_t>(rows), kind,
                            stream),
          "cudaMemcpy2DAsync");
    return;
  }
  for (std::int64_t row = 0; row < rows; ++row) {
    check(cudaMemcpyAsync(to.row(row), from.row(row), width, kind, stream), "cudaMemcpyAsync");
  }
}

}  // namespace strandline::cuda
