// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Copies by many threads: every byte of a row, none between rows, whatever the strides.
#include "cuda/host_copy.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <tbb/global_control.h>

namespace strandline::cuda {
namespace {

struct Rectangle {
  std::int64_t rows;
  std::int64_t row_bytes;
  std::int64_t from_gap;
  std::int64_t to_gap;
  bool flips;
};

void expect_copied(const Rectangle& one) {
  const std::int64_t from_stride = one.row_bytes + one.from_gap;
  const std::int64_t to_stride = one.row_bytes + one.to_gap;
  std::vector<std::byte> from(static_cast<std::size_t>(one.rows * from_stride));
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::byte>(i * 7 + i / 251);
  std::vector<std::byte> to(static_cast<std::size_t>(one.rows * to_stride), std::byte{0xA5});
  const ConstRows down{from.data(), from_stride};
  const ConstRows up{from.data() + (one.rows - 1) * from_stride, -from_stride};
  const ConstRows rows = one.flips ? up : down;
  copy_in_parallel(rows, {to.data(), to_stride}, one.row_bytes, one.rows);
  for (std::int64_t i = 0; i < one.rows * to_stride; ++i) {
    const bool is_pixel = i % to_stride < one.row_bytes;
    const std::byte expected = is_pixel ? rows.row(i / to_stride)[i % to_stride] : std::byte{0xA5};
    ASSERT_EQ(expected, to[static_cast<std::size_t>(i)])
        << "byte " << i << " of " << one.rows << " rows of " << one.row_bytes;
  }
}

TEST(HostCopy, CopiesRowsOfEveryShape) {
  const tbb::global_control cores(tbb::global_control::max_allowed_parallelism, 4);
  for (const std::int64_t row_bytes : {1, 100, 4096, 262'143, 262'144, 262'145, 700'001}) {
    for (const std::int64_t rows : {1, 2, 5, 67}) {
      for (const std::int64_t gap : {0, 1, 28}) {
        expect_copied({rows, row_bytes, gap, 0, false});
        expect_copied({rows, row_bytes, 0, gap, gap == 28});
      }
    }
  }
  expect_copied({10'000, 90, 0, 0, false});
}

TEST(HostCopy, ReadsOneRowManyTimes) {
  const std::vector<std::byte> from(300, std::byte{42});
  std::vector<std::byte> to(40 * 300);
  copy_in_parallel({from.data(), 0}, {to.data(), 300}, 300, 40);
  EXPECT_EQ(std::vector<std::byte>(40 * 300, std::byte{42}), to);
}

}  // namespace
}  // namespace strandline::cuda
