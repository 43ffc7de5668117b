// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Stands in for malloc and its like in the whole program: counts what is asked for, and refuses it when told to.
#include "allocations/counted_malloc.hpp"

#include <cerrno>
#include <cstddef>

namespace strandline::test {

std::atomic<std::int64_t> allocations{0};
std::atomic<std::int64_t> allocations_until_refusal{-1};

namespace {

bool is_granted() {
  ++allocations;
  return allocations_until_refusal.load() < 0 || allocations_until_refusal.fetch_sub(1) != 0;
}

}  // namespace
}  // namespace strandline::test

using strandline::test::is_granted;

// glibc's own, under the names that it gives to those who stand in for them.
extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);

void* malloc(std::size_t bytes) { return is_granted() ? __libc_malloc(bytes) : nullptr; }
void* calloc(std::size_t count, std::size_t bytes) { return is_granted() ? __libc_calloc(count, bytes) : nullptr; }
void* realloc(void* memory, std::size_t bytes) { return is_granted() ? __libc_realloc(memory, bytes) : nullptr; }
void* memalign(std::size_t alignment, std::size_t bytes) {
  return is_granted() ? __libc_memalign(alignment, bytes) : nullptr;
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return is_granted() ? __libc_memalign(alignment, bytes) : nullptr;
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
  *memory = is_granted() ? __libc_memalign(alignment, bytes) : nullptr;
  return *memory != nullptr ? 0 : ENOMEM;
}
}
