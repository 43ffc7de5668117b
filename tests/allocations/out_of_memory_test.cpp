// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Each allocation of a call refused in its turn: the call tells of it as OutOfMemory, and the next one works.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <strandline/edges.hpp>
#include <strandline/edges_file.hpp>
#include <strandline/error.hpp>

#include "allocations/counted_malloc.hpp"

namespace {

using namespace strandline;

/// Refuses the first, then the second allocation of `call`, and so on until it has none that was refused. How many.
template <class Function>
std::int64_t refuse_each_allocation_of(const Function& call) {
  for (std::int64_t granted = 0;; ++granted) {
    test::allocations_until_refusal = granted;
    try {
      call();
    } catch (const OutOfMemory&) {
      test::allocations_until_refusal = -1;
      continue;
    } catch (...) {
      test::allocations_until_refusal = -1;
      throw;
    }
    const bool was_refused = test::allocations_until_refusal < 0;
    test::allocations_until_refusal = -1;
    if (!was_refused) return granted;
  }
}

template <Pixel T>
void expect_out_of_memory_of_a_first_call() {
  constexpr std::int64_t kSide = 100;
  std::vector<T> pixels(kSide * kSide, T{3});
  std::vector<std::uint8_t> output(pixels.size());
  const std::int64_t refused = refuse_each_allocation_of([&] {
    edges(ImageView<const T>(pixels.data(), kSide, kSide), ImageView<std::uint8_t>(output.data(), kSide, kSide),
          {.border = Border::zero}, {.backend = "cpu", .threads = 1});
  });
  EXPECT_GE(refused, 5);
}

// One of oneTBB's and GDAL's own can't be told of: refused while they start, the one waits for ever and the other ends
// the process. So another pixel type is called for before, and GDAL is left out.
TEST(OutOfMemoryIsTold, ByAFirstCallForEdgesOfAType) {
  std::vector<std::uint8_t> pixels(100, 3);
  std::vector<std::uint8_t> output(pixels.size());
  edges(ImageView<const std::uint8_t>(pixels.data(), 10, 10), ImageView<std::uint8_t>(output.data(), 10, 10), {},
        {.backend = "cpu", .threads = 1});
  expect_out_of_memory_of_a_first_call<std::uint16_t>();
  expect_out_of_memory_of_a_first_call<float>();
}

TEST(OutOfMemoryIsTold, ByCallsThatRefuseTheirArguments) {
  const auto refuse = [](const auto& call) {
    EXPECT_GE(refuse_each_allocation_of([&] {
                try {
                  call();
                } catch (const InvalidArgument&) {
                } catch (const Unsupported&) {
                }
              }),
              1);
  };
  refuse([] { make_edges_operation({.threshold = -1.2345678901234567}, PixelType::u8); });
  refuse([] { choose_backend("a backend that is not there"); });
  refuse([] { edges(AnyImageView(), ImageView<std::uint8_t>()); });
}

TEST(OutOfMemoryIsTold, ByOpeningAFile) {
  const std::filesystem::path input = std::filesystem::path(testing::TempDir()) / "strandline_out_of_memory.pgm";
  std::ofstream(input) << "P5 8 8 255\n" << std::string(64, 'a');
  EXPECT_GE(refuse_each_allocation_of([&] { open_raster(input); }), 5);
  std::filesystem::remove(input);
}

}  // namespace
