// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Images in host memory, page-locked or not.
#include "host_image.hpp"

#include <algorithm>

#include "cuda/runtime/check.hpp"
#include "cuda/runtime/stream.hpp"
#include "expected_edges.hpp"
#include "random_image.hpp"

namespace strandline::bench {

template <class Memory>
HostImage<Memory>::HostImage(PixelType type, std::int64_t image_rows, std::int64_t image_cols)
    : pixel_type(type),
      rows(image_rows),
      cols(image_cols),
      pixels(image_rows * image_cols * bytes_per_pixel(type)),
      output(image_rows * image_cols) {
  const cuda::Stream stream;
  const cuda::DeviceBuffer<std::byte> made(pixels.size());
  enqueue_random_pixels(made.data(), type, rows * cols, stream.get());
  stream.synchronize();
  cuda::check(cudaMemcpy(pixels.data(), made.data(), static_cast<std::size_t>(made.bytes()), cudaMemcpyDeviceToHost),
              "cudaMemcpy");
  std::fill_n(output.data(), output.size(), kPoison);
}

template struct HostImage<PageableMemory>;
template struct HostImage<cuda::PinnedMemory>;

}  // namespace strandline::bench
