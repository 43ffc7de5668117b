// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the device API refuses, before any card is asked, and what it makes of a card's refusal.
#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <strandline/cuda.hpp>
#include <strandline/error.hpp>

#include "cuda/runtime/buffer.hpp"
#include "cuda/runtime/stream.hpp"
#include "support/gpu.hpp"

namespace strandline::test {
namespace {

using testing::HasSubstr;

// The views point to host memory, which is never looked at: all of these calls are refused, on machines with a card
// too.
class DeviceArguments : public testing::Test {
 protected:
  alignas(16) std::array<std::byte, 1024> input_{};
  std::array<std::uint8_t, 64> output_{};

  AnyImageView in(PixelType type = PixelType::u8, std::int64_t rows = 8, std::int64_t cols = 8) const {
    return {input_.data(), type, rows, cols, cols * bytes_per_pixel(type)};
  }
  ImageView<std::uint8_t> out(std::int64_t rows = 8, std::int64_t cols = 8) { return {output_.data(), rows, cols}; }

  template <class Call>
  static std::string refusal(Call&& call) {
    try {
      call();
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "not refused";
  }

  static std::string refusal_of(AnyImageView input, ImageView<std::uint8_t> output,
                                ImageView<const std::uint8_t> valid = {}, const EdgesOptions& options = {}) {
    return refusal([&] { cuda::enqueue_edges(input, valid, output, options, nullptr); });
  }
  static std::string refusal_of(const Band& band, Border border = Border::reflect101) {
    const EdgesOperation operation = make_edges_operation({0.3, border, {}}, band.input.pixel_type);
    return refusal([&] { cuda::enqueue_band(operation, band, nullptr); });
  }
};

TEST_F(DeviceArguments, ViewsWithoutPixels) {
  EXPECT_THAT(refusal_of({nullptr, PixelType::u8, 8, 8, 8}, out()), HasSubstr("input has no data"));
  EXPECT_THAT(refusal_of(in(), {nullptr, 8, 8}), HasSubstr("output has no data"));
  EXPECT_THAT(refusal_of(in(PixelType::u8, 0), out(0)), HasSubstr("input is 0 rows x 8 cols"));
  EXPECT_THAT(refusal_of(in(PixelType::u8, 8, 0), out(8, 0)), HasSubstr("input is 8 rows x 0 cols"));
}

TEST_F(DeviceArguments, ShapesThatDisagree) {
  EXPECT_THAT(refusal_of(in(), out(7, 8)), HasSubstr("input has 8 rows and output 7"));
  EXPECT_THAT(refusal_of(in(), out(8, 7)), HasSubstr("input has 8 columns and output 7"));
  const std::array<std::uint8_t, 64> valid{};
  EXPECT_THAT(refusal_of(in(), out(), {valid.data(), 8, 7}), HasSubstr("validity is 8 x 7 but the input 8 x 8"));
  EXPECT_THAT(refusal_of(in(), out(), {valid.data(), 7, 8}), HasSubstr("validity is 7 x 8 but the input 8 x 8"));
}

TEST_F(DeviceArguments, PixelsThatAreNotAligned) {
  const auto moved = [&](PixelType type, std::int64_t offset, std::int64_t gap) {
    AnyImageView view = in(type);
    view.data += offset;
    view.stride_bytes += gap;
    return view;
  };
  EXPECT_THAT(refusal_of(moved(PixelType::u16, 1, 0), out()),
              HasSubstr("unaligned u16 pixels, make both multiples of 2"));
  EXPECT_THAT(refusal_of(moved(PixelType::u16, 0, 1), out()), HasSubstr("a stride of 17 bytes"));
  for (const std::int64_t off : {1, 2, 3}) {
    EXPECT_THAT(refusal_of(moved(PixelType::f32, off, 0), out()),
                HasSubstr("unaligned f32 pixels, make both multiples of 4"));
    EXPECT_THAT(refusal_of(moved(PixelType::f32, 0, off), out()), HasSubstr("unaligned f32 pixels"));
  }
  AnyImageView bottom_up = moved(PixelType::f32, 512, 0);
  bottom_up.stride_bytes = -34;
  EXPECT_THAT(refusal_of(bottom_up, out()), HasSubstr("a stride of -34 bytes"));
}

TEST_F(DeviceArguments, MemoryThatOverlaps) {
  auto* shared = reinterpret_cast<std::uint8_t*>(input_.data());
  EXPECT_THAT(refusal_of(in(), {shared, 8, 8}), HasSubstr("output overlaps the input"));
  EXPECT_THAT(refusal_of(in(), {shared + 63, 8, 8}), HasSubstr("output overlaps the input"));
  EXPECT_THAT(refusal_of(in(), out(), {output_.data(), 8, 8}), HasSubstr("output overlaps the validity"));
  EXPECT_THAT(refusal_of(in(), {output_.data(), 8, 8, 7}), HasSubstr("output rows overlap"));
  EXPECT_THAT(refusal_of(in(), {output_.data() + 56, 8, 8, -7}), HasSubstr("output rows overlap"));
}

TEST_F(DeviceArguments, SizesPastTheAddressSpace) {
  constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max() / 2;
  EXPECT_THAT(refusal_of({input_.data(), PixelType::f32, 1, kHuge, 4}, out(1, kHuge)),
              HasSubstr("is larger than an address space"));
  EXPECT_THAT(refusal_of({input_.data(), PixelType::u8, kHuge, 8, kHuge}, {output_.data(), kHuge, 8, kHuge}),
              HasSubstr("is larger than an address space"));
}

TEST_F(DeviceArguments, OptionsThatMakeNoSense) {
  EXPECT_THAT(refusal_of(in(), out(), {}, {-1, Border::zero, {}}), HasSubstr("threshold -1 makes no sense"));
  EXPECT_THAT(refusal_of(in(), out(), {}, {1e18, Border::zero, {}}), HasSubstr("too large for 32-bit float"));
  EXPECT_THAT(refusal_of(in(), out(), {}, {0.3, Border::zero, 0}), HasSubstr("full scale 0 makes no sense"));
}

TEST_F(DeviceArguments, BandsThatLackRows) {
  // Rows 8 to 11 of an image of 20 need rows 5 to 14.
  const auto holding = [&](std::int64_t first, std::int64_t end) {
    return Band{20, 8, first, in().rows_from(0, end - first), {}, out(4)};
  };
  EXPECT_THAT(refusal_of(holding(6, 15)),
              HasSubstr("lacks the image row that stands for row 5, it holds rows 6 to 14"));
  EXPECT_THAT(refusal_of(holding(5, 14)), HasSubstr("lacks the image row that stands for row 14"));
  EXPECT_THAT(refusal_of(Band{20, 17, 12, in(), {}, out(4)}), HasSubstr("lies outside the image of 20 rows"));
  EXPECT_THAT(refusal_of(Band{20, 0, -3, in(), {}, out(2)}),
              HasSubstr("which only border wrap allows, not reflect101"));
  EXPECT_THAT(refusal_of(Band{20, 0, 0, in(), {}, out(2)}, Border::wrap), HasSubstr("stands for row -3"));
}

// Host pointers are no harm where no kernel can start.
TEST_F(DeviceArguments, WithoutACardTheErrorNamesTheCause) {
  if (no_gpu_because().empty()) GTEST_SKIP() << "this machine has a card";
  try {
    cuda::enqueue_edges(in(), out(), {}, nullptr);
    ADD_FAILURE() << "not refused";
  } catch (const DeviceError& error) {
    EXPECT_THAT(error.what(), HasSubstr(no_gpu_because()));
  }
}

class DeviceErrors : public GpuTest {};

// A stream whose capture was spoiled refuses every launch until the capture is ended: a refusal without harm.
TEST_F(DeviceErrors, ARefusedLaunchThrowsAndLeavesNoErrorBehind) {
  const cuda::DeviceBuffer<std::uint8_t> input(64 * 64);
  const cuda::DeviceBuffer<std::uint8_t> output(64 * 64);
  const cuda::Stream stream;
  const auto call = [&] {
    cuda::enqueue_edges(ImageView<const std::uint8_t>(input.data(), 64, 64), {output.data(), 64, 64}, {}, stream.get());
  };
  cuda::check(cudaMemset(input.data(), 7, 64 * 64), "cudaMemset");
  call();
  stream.synchronize();

  cuda::check(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeRelaxed), "cudaStreamBeginCapture");
  EXPECT_NE(cudaSuccess, cudaStreamSynchronize(stream.get()));
  cudaGetLastError();
  try {
    call();
    ADD_FAILURE() << "not refused";
  } catch (const DeviceError& error) {
    EXPECT_THAT(error.what(), HasSubstr("kernel"));
    EXPECT_THAT(error.what(), HasSubstr("cudaErrorStreamCapture"));
  }
  EXPECT_EQ(cudaSuccess, cudaPeekAtLastError());
  cudaGraph_t graph = nullptr;
  EXPECT_NE(cudaSuccess, cudaStreamEndCapture(stream.get(), &graph));
  cudaGetLastError();

  EXPECT_NO_THROW(call());
  EXPECT_NO_THROW(stream.synchronize());
}

}  // namespace
}  // namespace strandline::test
