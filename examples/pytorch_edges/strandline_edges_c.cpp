// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Edges of device memory as one C function, which Python's ctypes can call with a tensor's pointer and strides.
#include <cstdint>
#include <cstdio>
#include <exception>

#include <strandline/cuda.hpp>

/// Enqueues on `stream` the edges of (rows, cols) pixels of 1 byte (u8), 2 bytes (u16) or 4 bytes (f32) each; strides
/// are in bytes. Returns 0, or 1 with the reason in `message`, which holds `message_bytes`.
extern "C" int strandline_edges_on_device(const void* pixels, int pixel_bytes, std::int64_t rows, std::int64_t cols,
                                          std::int64_t stride_bytes, void* output, std::int64_t output_stride_bytes,
                                          double threshold, void* stream, char* message, std::size_t message_bytes) {
  using strandline::PixelType;
  const PixelType type = pixel_bytes == 1 ? PixelType::u8 : pixel_bytes == 2 ? PixelType::u16 : PixelType::f32;
  try {
    strandline::cuda::enqueue_edges(
        {static_cast<const std::byte*>(pixels), type, rows, cols, stride_bytes},
        strandline::ImageView<std::uint8_t>(static_cast<std::uint8_t*>(output), rows, cols, output_stride_bytes),
        {.threshold = threshold}, static_cast<strandline::cuda::StreamHandle>(stream));
    return 0;
  } catch (const std::exception& error) {
    std::snprintf(message, message_bytes, "%s", error.what());
    return 1;
  }
}
