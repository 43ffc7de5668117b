// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Guarded images in pageable or page-locked host memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>

#include "cuda/runtime/buffer.hpp"
#include "support/guarded_image.hpp"

namespace strandline::test {

enum class HostMemory { pageable, page_locked };

class PageLockedMemory final : public std::pmr::memory_resource {
  void* do_allocate(std::size_t bytes, std::size_t) override {
    void* memory = nullptr;
    cuda::PinnedMemory::allocate(&memory, bytes);
    return memory;
  }
  void do_deallocate(void* memory, std::size_t, std::size_t) override { cuda::PinnedMemory::free(memory); }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

inline std::pmr::memory_resource* resource_of(HostMemory memory) {
  static PageLockedMemory page_locked;
  return memory == HostMemory::page_locked ? &page_locked : std::pmr::new_delete_resource();
}

/// How rows lie in host memory.
struct HostLayout {
  HostMemory memory = HostMemory::pageable;
  std::int64_t gap_bytes = 0;  ///< between rows; odd ones leave rows unaligned
  bool bottom_up = false;      ///< the last row lies first, so that the stride is negative
};

template <class T>
GuardedImage<T> host_image(std::int64_t rows, std::int64_t cols, const HostLayout& layout) {
  return GuardedImage<T>(rows, cols, layout.gap_bytes, layout.bottom_up, resource_of(layout.memory));
}

}  // namespace strandline::test
