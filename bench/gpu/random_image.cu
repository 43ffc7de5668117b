// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// White noise and nodata made on the card, the same in every run.
#include <algorithm>

#include "cuda/runtime/check.hpp"
#include "random_image.hpp"

namespace strandline::bench {
namespace {

constexpr int kThreads = 256;
constexpr std::int64_t kMostBlocks = 1 << 20;

/// The finalizer of MurmurHash3: each bit of the result depends on each of the number.
__device__ std::uint64_t hash(std::uint64_t number) {
  number ^= number >> 33;
  number *= 0xff51afd7ed558ccdULL;
  number ^= number >> 33;
  number *= 0xc4ceb9fe1a85ec53ULL;
  return number ^ (number >> 33);
}

/// The calling thread's share of [0, count).
template <class Work>
__device__ void each_index(std::int64_t count, const Work& work) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kThreads;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x; i < count; i += step) work(i);
}

template <Pixel T>
__global__ void random_pixels_kernel(T* pixels, std::int64_t count) {
  each_index(count, [&](std::int64_t i) {
    const std::uint64_t bits = hash(static_cast<std::uint64_t>(i) + 1);  // 0 would become 0
    if constexpr (std::same_as<T, float>) {
      pixels[i] = static_cast<float>(bits >> 40) * 0x1p-24f;
    } else {
      pixels[i] = static_cast<T>(bits >> (64 - 8 * sizeof(T)));
    }
  });
}

__global__ void random_validity_kernel(std::uint8_t* valid, std::int64_t count) {
  each_index(count, [&](std::int64_t i) {
    const std::uint64_t bits = hash(~static_cast<std::uint64_t>(i));
    valid[i] = bits % 1000 == 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(1 + (bits >> 32) % 255);
  });
}

unsigned blocks_for(std::int64_t count) {
  return static_cast<unsigned>(std::clamp<std::int64_t>((count + kThreads - 1) / kThreads, 1, kMostBlocks));
}

}  // namespace

void enqueue_random_pixels(void* pixels, PixelType type, std::int64_t count, cudaStream_t stream) {
  visit_pixel_type(type, [&]<Pixel T>(T) {
    random_pixels_kernel<<<blocks_for(count), kThreads, 0, stream>>>(static_cast<T*>(pixels), count);
    cuda::check_launch("random_pixels_kernel");
  });
}

void enqueue_random_validity(std::uint8_t* valid, std::int64_t count, cudaStream_t stream) {
  random_validity_kernel<<<blocks_for(count), kThreads, 0, stream>>>(valid, count);
  cuda::check_launch("random_validity_kernel");
}

}  // namespace strandline::bench
