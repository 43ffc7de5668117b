// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The few cases that ./dev gpu also runs under compute-sanitizer: each kernel's edges, in memory that ends where the
// image does.
#include <cstdint>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "cuda/runtime/stream.hpp"
#include "support/device_batch.hpp"
#include "support/gpu.hpp"
#include "support/parameter_names.hpp"

namespace strandline::test {
namespace {

constexpr std::uint64_t kSeed = 20261130;

using Parameters = std::tuple<PixelType, Alignment, bool>;  // the last: with validity

class DeviceSmall : public GpuTest, public testing::WithParamInterface<Parameters> {};

// No byte before the first pixel and none past the last one, so that memcheck sees each access outside.
Layout exact_layout(Alignment alignment, std::int64_t cols, std::int64_t pixel_bytes, bool bottom_up) {
  const bool fast = alignment == Alignment::vector16;
  return {fast ? 0 : pixel_bytes, fast ? -(cols * pixel_bytes) & 15 : pixel_bytes, bottom_up, 0};
}

TEST_P(DeviceSmall, EqualsReferenceInMemoryWithoutMargins) {
  const PixelType type = std::get<0>(GetParam());
  const Alignment alignment = std::get<1>(GetParam());
  const bool with_valid = std::get<2>(GetParam());
  const cuda::Stream stream;
  DeviceBatch batch(choose_backend("reference"), stream.get());
  constexpr struct {
    std::int64_t rows, cols;
  } kSizes[] = {{1, 1}, {3, 2}, {7, 7}, {9, 40}, {5, 1037}, {70, 129}, {33, 262}, {171, 34}, {12, 2055}, {140, 530}};
  const auto add = [&]<Pixel T>(T) {
    for (const Border border : kAllBorders) {
      for (const auto& [rows, cols] : kSizes) {
        const bool bottom_up = (rows + cols + static_cast<int>(border)) % 4 == 0;
        const RandomImage<T> image(rows, cols, kSeed, Texture::holes, with_valid);
        const Layout bytes = exact_layout(alignment, cols, 1, bottom_up);
        batch.add(DeviceCase(make_edges_operation({0.3, border, {}}, type), image.band(),
                             {exact_layout(alignment, cols, sizeof(T), bottom_up), bytes, bytes},
                             fmt::format("{} rows x {} cols, border {}", rows, cols, to_string(border))));
      }
    }
  };
  visit_pixel_type(type, add);
  EXPECT_TRUE(batch.result());
}

std::string name_of(const testing::TestParamInfo<Parameters>& parameter) {
  const auto& [type, alignment, with_valid] = parameter.param;
  return std::string(to_string(type)) + (alignment == Alignment::vector16 ? "_aligned" : "_unaligned") +
         (with_valid ? "_valid" : "");
}

INSTANTIATE_TEST_SUITE_P(All, DeviceSmall,
                         testing::Combine(testing::ValuesIn(kAllPixelTypes),
                                          testing::Values(Alignment::vector16, Alignment::pixel), testing::Bool()),
                         name_of);

}  // namespace
}  // namespace strandline::test
