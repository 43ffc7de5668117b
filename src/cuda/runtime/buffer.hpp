// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Owners of device memory and of page-locked host memory.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include <strandline/error.hpp>

#include "cuda/runtime/check.hpp"

namespace strandline::cuda {

/// `elements` of T, uninitialised. `Memory` allocates and frees one kind of memory. Move-only.
template <class T, class Memory>
class Buffer {
 public:
  Buffer() = default;

  /// Throws OutOfMemory when there is no room. May synchronise the device.
  explicit Buffer(std::int64_t elements) : size_(elements) {
    if (elements < 0 || elements > std::numeric_limits<std::int64_t>::max() / std::int64_t{sizeof(T)}) {
      throw OutOfMemory("a buffer larger than an address space was asked for, take smaller bands");
    }
    void* memory = nullptr;
    if (elements > 0) Memory::allocate(&memory, static_cast<std::size_t>(elements) * sizeof(T));
    data_.reset(static_cast<T*>(memory));
  }

  T* data() const { return data_.get(); }
  std::int64_t size() const { return size_; }
  std::int64_t bytes() const { return size_ * std::int64_t{sizeof(T)}; }

 private:
  struct Free {
    void operator()(T* memory) const { Memory::free(memory); }
  };
  std::unique_ptr<T, Free> data_;
  std::int64_t size_ = 0;
};

struct DeviceMemory {
  static void allocate(void** memory, std::size_t bytes) { check(cudaMalloc(memory, bytes), "cudaMalloc"); }
  static void free(void* memory) { own_status(cudaFree(memory)); }
};

/// Host memory that the card can read and write by itself, from every context.
struct PinnedMemory {
  static void allocate(void** memory, std::size_t bytes) {
    check(cudaHostAlloc(memory, bytes, cudaHostAllocPortable), "cudaHostAlloc");
  }
  static void free(void* memory) { own_status(cudaFreeHost(memory)); }
};

template <class T>
using DeviceBuffer = Buffer<T, DeviceMemory>;
template <class T>
using PinnedBuffer = Buffer<T, PinnedMemory>;

}  // namespace strandline::cuda
