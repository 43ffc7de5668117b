// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What must hold of edges on the card without asking another backend.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "cuda/runtime/buffer.hpp"
#include "cuda/runtime/stream.hpp"
#include "support/device_case.hpp"
#include "support/gpu.hpp"
#include "support/parameter_names.hpp"

namespace strandline::test {
namespace {

constexpr std::uint64_t kSeed = 20261130;
constexpr struct {
  std::int64_t rows, cols;
} kSizes[] = {{1, 1}, {5, 9}, {33, 256}, {64, 300}, {200, 1040}, {171, 2100}};

class DeviceProperties : public GpuTest, public testing::WithParamInterface<std::tuple<PixelType, Alignment>> {
 protected:
  /// The edges of a (rows, cols) image on the card.
  template <Pixel T>
  static std::vector<std::uint8_t> edges_of(const std::vector<T>& pixels, std::int64_t cols,
                                            const EdgesOptions& options) {
    const auto rows = static_cast<std::int64_t>(pixels.size()) / cols;
    const bool fast = std::get<1>(GetParam()) == Alignment::vector16;
    const std::int64_t stride = fast ? (cols * sizeof(T) + 15) / 16 * 16 : (cols + 1) * sizeof(T);
    const std::int64_t out_stride = fast ? (cols + 15) / 16 * 16 : cols;
    const cuda::DeviceBuffer<std::byte> input(rows * stride);
    const cuda::DeviceBuffer<std::uint8_t> output(rows * out_stride);
    std::vector<std::uint8_t> result(pixels.size(), DeviceImage::kPoison);
    copy(input.data(), stride, pixels.data(), cols * sizeof(T), rows);
    copy(output.data(), out_stride, result.data(), cols, rows);
    const cuda::Stream stream;
    cuda::enqueue_edges(AnyImageView(input.data(), kPixelTypeOf<T>, rows, cols, stride),
                        {output.data(), rows, cols, out_stride}, options, stream.get());
    stream.synchronize();
    copy(result.data(), cols, output.data(), out_stride, rows, cols);
    return result;
  }

 private:
  // Dense on the host, so the host's stride is the width.
  static void copy(void* to, std::int64_t to_stride, const void* from, std::int64_t width, std::int64_t rows) {
    copy(to, to_stride, from, width, rows, width);
  }
  static void copy(void* to, std::int64_t to_stride, const void* from, std::int64_t from_stride, std::int64_t rows,
                   std::int64_t width) {
    cuda::check(cudaMemcpy2D(to, to_stride, from, from_stride, width, rows, cudaMemcpyDefault), "cudaMemcpy2D");
    // From pageable memory it may return while the card still copies, and our stream doesn't wait for the default one.
    cuda::check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  }
};

TEST_P(DeviceProperties, AConstantHasNoEdges) {
  visit_pixel_type(std::get<0>(GetParam()), [&]<Pixel T>(T) {
    for (const auto& [rows, cols] : kSizes) {
      for (const Border border : {Border::replicate, Border::reflect, Border::reflect101, Border::wrap}) {
        const std::vector<T> constant(static_cast<std::size_t>(rows * cols), static_cast<T>(251.7));
        ASSERT_EQ(std::vector<std::uint8_t>(constant.size(), 0), edges_of(constant, cols, {0, border, {}}))
            << rows << " x " << cols << ", border " << to_string(border);
      }
    }
  });
}

// Under border zero a white image has its frame for an edge and nothing else.
TEST_P(DeviceProperties, WhiteOnZeroHasItsFrame) {
  visit_pixel_type(std::get<0>(GetParam()), [&]<Pixel T>(T) {
    constexpr std::int64_t kRows = 90;
    constexpr std::int64_t kCols = 1100;
    const std::vector<T> white(kRows * kCols, static_cast<T>(natural_full_scale(kPixelTypeOf<T>)));
    const std::vector<std::uint8_t> result = edges_of(white, kCols, {0, Border::zero, {}});
    for (std::int64_t i = 0; i < kRows * kCols; ++i) {
      const std::int64_t row = i / kCols;
      const std::int64_t col = i % kCols;
      const std::int64_t inside = std::min({row, col, kRows - 1 - row, kCols - 1 - col});
      ASSERT_EQ(inside < 3 ? kEdge : 0, result[i]) << "row " << row << ", col " << col;
    }
  });
}

TEST_P(DeviceProperties, CommuteWithRotationBy180Degrees) {
  visit_pixel_type(std::get<0>(GetParam()), [&]<Pixel T>(T) {
    for (const auto& [rows, cols] : kSizes) {
      for (const Border border : kAllBorders) {
        std::vector<T> pixels = RandomImage<T>(rows, cols, kSeed, Texture::noise, false).pixels;
        std::vector<std::uint8_t> upright = edges_of(pixels, cols, {1, border, {}});
        std::reverse(pixels.begin(), pixels.end());
        std::reverse(upright.begin(), upright.end());
        ASSERT_EQ(upright, edges_of(pixels, cols, {1, border, {}}))
            << rows << " x " << cols << ", border " << to_string(border);
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, DeviceProperties,
                         testing::Combine(testing::ValuesIn(kAllPixelTypes),
                                          testing::Values(Alignment::vector16, Alignment::pixel)),
                         [](const auto& parameters) {
                           const bool fast = std::get<1>(parameters.param) == Alignment::vector16;
                           return std::string(to_string(std::get<0>(parameters.param))) +
                                  (fast ? "_aligned" : "_unaligned");
                         });

}  // namespace
}  // namespace strandline::test
