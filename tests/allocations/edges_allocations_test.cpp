// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// That edges() takes nothing from the heap once it has been called: a program of its own, since it stands in for
// malloc.
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <strandline/edges.hpp>

namespace {

std::atomic<std::int64_t> allocations{0};

}  // namespace

// glibc's own, under the names that it gives to those who stand in for them.
extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);

void* malloc(std::size_t bytes) {
  ++allocations;
  return __libc_malloc(bytes);
}
void* calloc(std::size_t count, std::size_t bytes) {
  ++allocations;
  return __libc_calloc(count, bytes);
}
void* realloc(void* memory, std::size_t bytes) {
  ++allocations;
  return __libc_realloc(memory, bytes);
}
void* memalign(std::size_t alignment, std::size_t bytes) {
  ++allocations;
  return __libc_memalign(alignment, bytes);
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  ++allocations;
  return __libc_memalign(alignment, bytes);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
  ++allocations;
  *memory = __libc_memalign(alignment, bytes);
  return *memory != nullptr ? 0 : ENOMEM;
}
}

namespace {

using namespace strandline;

struct Case {
  std::string backend = "cpu";
  Border border = Border::reflect101;
  bool has_valid = false;
};

template <Pixel T>
std::int64_t allocations_of_a_warm_call(const Case& own) {
  constexpr std::int64_t kSide = 512;
  std::vector<T> pixels(kSide * kSide);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<T>(i * i % 251);
  std::vector<std::uint8_t> valid(pixels.size(), 255);
  std::vector<std::uint8_t> output(pixels.size());
  const ImageView<const T> input(pixels.data(), kSide, kSide);
  const ImageView<const std::uint8_t> mask(own.has_valid ? valid.data() : nullptr, own.has_valid ? kSide : 0,
                                           own.has_valid ? kSide : 0);
  const auto call = [&] {
    edges(input, mask, ImageView<std::uint8_t>(output.data(), kSide, kSide), {.border = own.border},
          {.backend = own.backend, .threads = 1});
  };
  call();
  const std::int64_t before = allocations;
  call();
  return allocations - before;
}

TEST(EdgesAllocations, AreCounted) {
  const std::int64_t before = allocations;
  const std::vector<int> some(1000);
  EXPECT_EQ(allocations - before, 1) << some.size();
}

TEST(EdgesAllocations, OneThreadTakesNothingFromTheHeapOnceItIsWarm) {
  for (const Border border : {Border::zero, Border::replicate, Border::reflect, Border::reflect101, Border::wrap}) {
    for (const bool has_valid : {false, true}) {
      SCOPED_TRACE(std::string(to_string(border)) + (has_valid ? ", with a mask" : ""));
      EXPECT_EQ(allocations_of_a_warm_call<std::uint8_t>({.border = border, .has_valid = has_valid}), 0);
      EXPECT_EQ(allocations_of_a_warm_call<std::uint16_t>({.border = border, .has_valid = has_valid}), 0);
      EXPECT_EQ(allocations_of_a_warm_call<float>({.border = border, .has_valid = has_valid}), 0);
    }
  }
}

// Where there is a card, the process has not used it yet, so that the CPU is the quicker one.
TEST(EdgesAllocations, TheChoiceOfABackendTakesNothingEither) {
  EXPECT_EQ(allocations_of_a_warm_call<std::uint8_t>({.backend = "auto"}), 0);
}

}  // namespace
