// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Images in host memory, page-locked or not.
#pragma once

#include <cstdint>
#include <memory>

#include <strandline/image_view.hpp>

#include "cuda/runtime/buffer.hpp"

namespace strandline::bench {

/// Memory as `new` gives it, uninitialised.
struct PageableMemory {
  static void allocate(void** memory, std::size_t bytes) { *memory = ::operator new(bytes); }
  static void free(void* memory) { ::operator delete(memory); }
};

/// White noise and an output of poison. Move-only.
template <class Memory>
struct HostImage {
  HostImage(PixelType type, std::int64_t image_rows, std::int64_t image_cols);

  AnyImageView input() const { return {pixels.data(), pixel_type, rows, cols, cols * bytes_per_pixel(pixel_type)}; }
  ImageView<std::uint8_t> view() const { return {output.data(), rows, cols}; }

  PixelType pixel_type;
  std::int64_t rows;
  std::int64_t cols;
  cuda::Buffer<std::byte, Memory> pixels;
  cuda::Buffer<std::uint8_t, Memory> output;
};

extern template struct HostImage<PageableMemory>;
extern template struct HostImage<cuda::PinnedMemory>;

}  // namespace strandline::bench
