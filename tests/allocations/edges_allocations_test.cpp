// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// That edges() takes nothing from the heap once it has been called.
#include <cstdint>
#include <new>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <strandline/edges.hpp>

#include "allocations/counted_malloc.hpp"

namespace {

using namespace strandline;
using test::allocations;

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
  // Not of a new-expression, which compilers may leave out.
  void* const some = ::operator new(1000);
  EXPECT_EQ(allocations - before, 1);
  ::operator delete(some);
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
