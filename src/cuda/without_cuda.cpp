// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The calls for device pointers in a build without CUDA: they say so, so that a program need not be compiled twice.
#include <strandline/cuda.hpp>
#include <strandline/error.hpp>

namespace strandline::cuda {
namespace {

[[noreturn]] void refuse() {
  throw Unsupported(
      "work on device memory was asked for, but this build of Strandline has no CUDA, configure it anew with "
      "-DSTRANDLINE_WITH_CUDA=ON");
}

}  // namespace

void prepare() { refuse(); }

void enqueue_band(const Operation&, const Band&, StreamHandle) { refuse(); }

void enqueue_edges(AnyImageView, ImageView<const std::uint8_t>, ImageView<std::uint8_t>, const EdgesOptions&,
                   StreamHandle) {
  refuse();
}

void enqueue_edges(AnyImageView, ImageView<std::uint8_t>, const EdgesOptions&, StreamHandle) { refuse(); }

}  // namespace strandline::cuda
