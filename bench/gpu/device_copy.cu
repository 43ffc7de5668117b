// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Kernels that move the same bytes a pixel as edges do, and do nothing else: what the card's memory allows.
#include <type_traits>

#include "cuda/runtime/check.hpp"
#include "device_copy.hpp"

namespace strandline::bench {
namespace {

constexpr int kThreads = 256;

/// What one instruction loads or stores.
template <int kBytes>
using Packet = std::conditional_t<kBytes == 4, std::uint32_t, std::conditional_t<kBytes == 8, uint2, uint4>>;

__device__ std::uint32_t byte_above(std::uint32_t word, float limit) {
  return __uint_as_float(word) > limit ? 255U : 0U;
}

/// The four bytes of four pixels.
template <Pixel T>
__device__ std::uint32_t copied_word(const std::uint32_t* pixels) {
  if constexpr (sizeof(T) == 1) return pixels[0];
  if constexpr (sizeof(T) == 2) return __byte_perm(pixels[0], pixels[1], 0x7531);
  if constexpr (sizeof(T) == 4) {
    return byte_above(pixels[0], kCopyThreshold) | byte_above(pixels[1], kCopyThreshold) << 8 |
           byte_above(pixels[2], kCopyThreshold) << 16 | byte_above(pixels[3], kCopyThreshold) << 24;
  }
}

/// `kPixels` pixels that lie side by side: as many 16-byte loads as they need, one store.
template <Pixel T, int kPixels, bool kValidity>
struct Chunk {
  static constexpr int kLoads = kPixels * static_cast<int>(sizeof(T)) / 16;
  static_assert(kLoads >= 1 && kPixels % 4 == 0);

  __device__ void load(const CopyArguments& arguments, std::int64_t index) {
    for (int i = 0; i < kLoads; ++i) pixels[i] = static_cast<const uint4*>(arguments.input)[index * kLoads + i];
    if constexpr (kValidity) valid = reinterpret_cast<const Packet<kPixels>*>(arguments.valid)[index];
  }

  __device__ void store(const CopyArguments& arguments, std::int64_t index) const {
    Packet<kPixels> result;
    for (int word = 0; word < kPixels / 4; ++word) {
      std::uint32_t bytes = copied_word<T>(reinterpret_cast<const std::uint32_t*>(pixels) + word * sizeof(T));
      if constexpr (kValidity) bytes ^= reinterpret_cast<const std::uint32_t*>(&valid)[word];
      reinterpret_cast<std::uint32_t*>(&result)[word] = bytes;
    }
    reinterpret_cast<Packet<kPixels>*>(arguments.output)[index] = result;
  }

  uint4 pixels[kLoads];
  Packet<kPixels> valid;
};

// A warp's accesses lie side by side; all of a thread's loads are in flight before its first store.
template <Pixel T, int kPixels, int kChunks, bool kValidity>
__global__ void __launch_bounds__(kThreads) move_bytes_kernel(CopyArguments arguments) {
  const std::int64_t chunks = arguments.pixels / kPixels;
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * (kThreads * kChunks) + threadIdx.x;
  Chunk<T, kPixels, kValidity> chunk[kChunks];
#pragma unroll
  for (int i = 0; i < kChunks; ++i) {
    if (first + i * kThreads < chunks) chunk[i].load(arguments, first + i * kThreads);
  }
#pragma unroll
  for (int i = 0; i < kChunks; ++i) {
    if (first + i * kThreads < chunks) chunk[i].store(arguments, first + i * kThreads);
  }
}

template <Pixel T, int kPixels, int kChunks, bool kValidity>
void enqueue_move(const CopyArguments& arguments, cudaStream_t stream) {
  constexpr std::int64_t kPixelsPerBlock = std::int64_t{kPixels} * kChunks * kThreads;
  const std::int64_t blocks = (arguments.pixels + kPixelsPerBlock - 1) / kPixelsPerBlock;
  move_bytes_kernel<T, kPixels, kChunks, kValidity><<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(arguments);
  cuda::check_launch("move_bytes_kernel");
}

void enqueue_driver_copy(const CopyArguments& arguments, cudaStream_t stream) {
  cuda::check(cudaMemcpyAsync(arguments.output, arguments.input, static_cast<std::size_t>(arguments.pixels),
                              cudaMemcpyDeviceToDevice, stream),
              "cudaMemcpyAsync");
}

template <Pixel T, bool kValidity>
std::vector<DeviceCopy> copies_of() {
  constexpr int kOneLoad = 16 / sizeof(T);
  std::vector<DeviceCopy> copies = {{"one 16-byte load a thread", enqueue_move<T, kOneLoad, 1, kValidity>},
                                    {"two 16-byte loads a thread", enqueue_move<T, kOneLoad, 2, kValidity>},
                                    {"four 16-byte loads a thread", enqueue_move<T, kOneLoad, 4, kValidity>}};
  if (kOneLoad < 16) copies.push_back({"one 16-byte store a thread", enqueue_move<T, 16, 1, kValidity>});
  if (kOneLoad == 16 && !kValidity) copies.push_back({"cudaMemcpyAsync", enqueue_driver_copy});
  return copies;
}

}  // namespace

std::vector<DeviceCopy> device_copies(PixelType type, bool with_validity) {
  return visit_pixel_type(type,
                          [&]<Pixel T>(T) { return with_validity ? copies_of<T, true>() : copies_of<T, false>(); });
}

}  // namespace strandline::bench
