// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The cuda backend as a user meets it: listed, described, or refused with a reason.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <strandline/backend.hpp>
#include <strandline/edges.hpp>
#include <strandline/error.hpp>

#include "cuda/cuda_backend.hpp"
#include "cuda/host_chunks.hpp"
#include "cuda/host_probe.hpp"
#include "cuda/runtime/buffer.hpp"
#include "support/gpu.hpp"
#include "support/random_pixels.hpp"

namespace strandline {
namespace {

using testing::HasSubstr;

TEST(CudaBackend, IsListedLastWhetherItCanRunOrNot) {
  EXPECT_EQ("cuda", all_backends().back()->name());
  EXPECT_EQ(&cuda::backend(), all_backends().back());
}

TEST(CudaBackend, IsCountedInPlansOfHostMemory) {
  EXPECT_GT(cuda::backend().host_memory_bytes(), cuda::kStagingBytes);
  EXPECT_EQ(0, choose_backend("cpu").host_memory_bytes());
}

TEST(CudaBackend, SaysWhyItCanNotRunWithoutACard) {
  if (test::no_gpu_because().empty()) GTEST_SKIP() << "there is a card";
  EXPECT_FALSE(cuda::is_ready());
  const std::string reason = cuda::backend().unavailable_because();
  EXPECT_FALSE(reason.empty());
  EXPECT_EQ(std::string::npos, reason.find('\n'));
  try {
    choose_backend("cuda");
    FAIL() << "a backend was given that can't run";
  } catch (const Unsupported& error) {
    EXPECT_THAT(error.what(), HasSubstr("cuda can't run on this machine"));
    EXPECT_THAT(error.what(), HasSubstr(reason));
  }
}

TEST(CudaBackend, FailsWithAnErrorWhenRunWithoutACard) {
  if (test::no_gpu_because().empty()) GTEST_SKIP() << "there is a card";
  const std::vector<std::uint8_t> input(64);
  std::vector<std::uint8_t> output(64);
  const Band band =
      whole_image_band(ImageView<const std::uint8_t>(input.data(), 8, 8), ImageView<std::uint8_t>(output.data(), 8, 8));
  EXPECT_THROW(run_band(cuda::backend(), make_edges_operation({}, PixelType::u8), band), DeviceError);
}

TEST(CudaBackend, RefusesABoundBelowZero) {
  const std::vector<std::uint8_t> input(64);
  std::vector<std::uint8_t> output(64);
  EXPECT_THROW(edges(ImageView<const std::uint8_t>(input.data(), 8, 8), ImageView<std::uint8_t>(output.data(), 8, 8),
                     {}, {"auto", 0, -1}),
               InvalidArgument);
}

/// A figure of /proc/self/status, such as VmHWM, the most that was resident so far.
std::int64_t status_bytes(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(field + ":")) return std::stoll(line.substr(field.size() + 1)) * 1024;
  }
  return 0;
}

// Before any CUDA call of the process.
const std::int64_t kBytesAtStart = status_bytes("VmRSS");

class CudaBackendOnACard : public test::GpuTest {};

TEST_F(CudaBackendOnACard, DescribesIt) {
  EXPECT_EQ("", cuda::backend().unavailable_because());
  EXPECT_TRUE(cuda::is_ready());
  const std::string text = cuda::backend().description();
  for (const char* part : {"compute capability", "GiB", "driver", "CUDA"}) EXPECT_THAT(text, HasSubstr(part));
}

TEST_F(CudaBackendOnACard, RunsAnImageThatIsLargerThanTheBound) {
  constexpr std::int64_t kRows = 3000;
  constexpr std::int64_t kCols = 5003;
  test::RandomPixels<std::uint8_t> next(5, test::Texture::ramp);
  std::vector<std::uint8_t> input(kRows * kCols);
  for (std::int64_t i = 0; i < kRows * kCols; ++i) input[static_cast<std::size_t>(i)] = next(i / kCols, i % kCols);
  std::vector<std::uint8_t> expected(input.size());
  std::vector<std::uint8_t> actual(input.size());
  const ImageView<const std::uint8_t> in(input.data(), kRows, kCols);
  edges(in, ImageView<std::uint8_t>(expected.data(), kRows, kCols), {0.01, Border::wrap, {}}, {"cpu"});
  for (const std::int64_t bound : {0, 1 << 20, 100'000}) {
    std::fill(actual.begin(), actual.end(), std::uint8_t{1});
    edges(in, ImageView<std::uint8_t>(actual.data(), kRows, kCols), {0.01, Border::wrap, {}}, {"cuda", 0, bound});
    EXPECT_TRUE(expected == actual) << "in " << bound << " bytes";
  }
}

// In a process of its own, which has not made the card ready yet.
TEST_F(CudaBackendOnACard, HoldsNoMoreHostMemoryThanPlansCount) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [] {
    constexpr std::int64_t kSize = 8192;
    const std::vector<std::uint8_t> input(kSize * kSize);
    std::vector<std::uint8_t> output(input.size());
    edges(ImageView<const std::uint8_t>(input.data(), kSize, kSize),
          ImageView<std::uint8_t>(output.data(), kSize, kSize), {}, {"cuda", 1});
    const std::int64_t held = status_bytes("VmHWM") - kBytesAtStart - 2 * kSize * kSize;
    const std::int64_t counted = cuda::backend().host_memory_bytes();
    std::fprintf(stderr, "%lld of %lld bytes\n", static_cast<long long>(held), static_cast<long long>(counted));
    std::_Exit(held <= counted ? 0 : 1);
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "bytes");
}

// Takes all memory of the card for a moment, so it runs only where nobody else is said to be on it.
TEST_F(CudaBackendOnACard, TakesSmallerChunksWhenTheCardIsFull) {
  if (!test::gpu_is_required()) GTEST_SKIP() << "NOT TESTED, it fills the card; STRANDLINE_REQUIRE_GPU=1 allows that";
  std::vector<std::uint8_t> input(std::size_t{16384} * 8192);
  for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::uint8_t>(i / 64 * 37);
  std::vector<std::uint8_t> expected(input.size());
  std::vector<std::uint8_t> actual(input.size());
  const ImageView<const std::uint8_t> in(input.data(), 8192, 16384);
  edges(in, ImageView<std::uint8_t>(expected.data(), 8192, 16384), {}, {"cpu"});
  std::vector<cuda::DeviceBuffer<std::byte>> taken;
  for (std::int64_t bytes = std::int64_t{1} << 38; bytes >= std::int64_t{8} << 20;) {
    try {
      taken.emplace_back(bytes);
    } catch (const OutOfMemory&) {
      bytes /= 2;
    }
  }
  try {
    edges(in, ImageView<std::uint8_t>(actual.data(), 8192, 16384), {}, {"cuda", 0, std::int64_t{1} << 50});
    EXPECT_TRUE(expected == actual);
  } catch (const OutOfMemory& error) {
    EXPECT_THAT(error.what(), HasSubstr("--device-memory")) << "nothing at all was left";
  }
  taken.clear();
  edges(in, ImageView<std::uint8_t>(actual.data(), 8192, 16384), {}, {"cuda"});
  EXPECT_TRUE(expected == actual);
}

}  // namespace
}  // namespace strandline
