// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Arrays between host and card, for experiments: simple, synchronous, never inside what is timed.
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/runtime/buffer.hpp"

namespace strandline::lab {

/// All bits set: a NaN in floats, the largest number in unsigned integers. Not what a kernel should ever write.
inline constexpr int kPoisonByte = 0xff;

template <class T>
cuda::DeviceBuffer<T> upload(const std::vector<T>& elements) {
  cuda::DeviceBuffer<T> buffer(static_cast<std::int64_t>(elements.size()));
  cuda::check(cudaMemcpy(buffer.data(), elements.data(), elements.size() * sizeof(T), cudaMemcpyHostToDevice),
              "cudaMemcpy to the card");
  // It may return before the card has all of it, and the run's stream waits for no other.
  cuda::check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  return buffer;
}

template <class T>
std::vector<T> download(const cuda::DeviceBuffer<T>& buffer) {
  std::vector<T> elements(static_cast<std::size_t>(buffer.size()));
  cuda::check(cudaMemcpy(elements.data(), buffer.data(), elements.size() * sizeof(T), cudaMemcpyDeviceToHost),
              "cudaMemcpy from the card");
  return elements;
}

template <class T>
void poison(const cuda::DeviceBuffer<T>& buffer, cudaStream_t stream) {
  cuda::check(cudaMemsetAsync(buffer.data(), kPoisonByte, static_cast<std::size_t>(buffer.bytes()), stream),
              "cudaMemsetAsync");
}

}  // namespace strandline::lab
