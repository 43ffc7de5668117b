// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Kernels that move the same bytes a pixel as edges do, and do nothing else: what the card's memory allows.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>
#include <string_view>
#include <vector>

#include <strandline/pixel_type.hpp>

namespace strandline::bench {

/// `pixels` of some type, a multiple of 16, read once each; one byte a pixel written; with `valid` one more read. All
/// pointers are multiples of 16 bytes, in device memory.
struct CopyArguments {
  const void* input = nullptr;
  const std::uint8_t* valid = nullptr;
  std::uint8_t* output = nullptr;
  std::int64_t pixels = 0;
};

/// One way to move them. Which is the fastest depends on the card, so each is tried and the fastest taken.
struct DeviceCopy {
  std::string_view name;
  void (*enqueue)(const CopyArguments& arguments, cudaStream_t stream);
};

std::vector<DeviceCopy> device_copies(PixelType type, bool with_validity);

/// What the copies write for a pixel: u8: itself; u16: its high byte; f32: 255 above kCopyThreshold, else 0; and with
/// validity that exclusive-or the validity's byte, which costs least.
inline constexpr float kCopyThreshold = 0.5F;

template <Pixel T>
constexpr std::uint8_t copied_byte(T pixel) {
  if constexpr (std::same_as<T, float>) return pixel > kCopyThreshold ? 255 : 0;
  return static_cast<std::uint8_t>(static_cast<std::uint32_t>(pixel) >> (8 * (sizeof(T) - 1)));
}

}  // namespace strandline::bench
