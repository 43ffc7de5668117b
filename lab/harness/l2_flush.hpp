// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Fills the L2 cache with data that nobody wants.
#pragma once

#include <algorithm>
#include <cstdint>

#include "cuda/runtime/buffer.hpp"
#include "harness/harness_kernels.hpp"

namespace strandline::lab {

class L2Flush {
 public:
  explicit L2Flush(std::int64_t l2_bytes) : words_(words_for(l2_bytes)) {
    cuda::check(cudaMemset(words_.data(), 0, static_cast<std::size_t>(words_.bytes())), "cudaMemset");
  }

  /// Reads and doesn't write, so that nothing is left that must go back to memory while others are timed.
  void enqueue(cudaStream_t stream) { launch_read_through(words_.data(), words_.size(), sink_.data(), stream); }

 private:
  // Twice the cache, and as much again as a small card has.
  static std::int64_t words_for(std::int64_t l2_bytes) {
    constexpr std::int64_t kLeastBytes = 64 << 20;
    return std::max(2 * l2_bytes, kLeastBytes) / static_cast<std::int64_t>(sizeof(uint4));
  }

  cuda::DeviceBuffer<uint4> words_;
  cuda::DeviceBuffer<std::uint32_t> sink_{1};
};

}  // namespace strandline::lab
