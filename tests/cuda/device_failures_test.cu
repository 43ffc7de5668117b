// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Inside a program whose own CUDA calls fail, whose card was reset, or which is about to end.
//
// What spoils the process for whoever comes after runs in a process of its own: it ends with status 0 when all was
// right.
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include <strandline/backend.hpp>
#include <strandline/cuda.hpp>
#include <strandline/edges.hpp>
#include <strandline/error.hpp>

#include "cuda/runtime/buffer.hpp"
#include "cuda/runtime/stream.hpp"
#include "support/gpu.hpp"

namespace strandline::test {
namespace {

constexpr std::int64_t kRows = 4096;
constexpr std::int64_t kCols = 4096;

/// An image and room for its edges, in page-locked memory: what makes the card the quickest.
struct Picture {
  Picture() {
    for (std::int64_t i = 0; i < input.size(); ++i) input.data()[i] = static_cast<float>(i / 64 % 7);
  }

  ImageView<const float> view() const { return {input.data(), kRows, kCols}; }

  /// Whether the bytes are those of the CPU.
  bool is_right_on(const char* backend) const {
    for (std::int64_t i = 0; i < output.size(); ++i) output.data()[i] = 1;
    edges(view(), {output.data(), kRows, kCols}, {}, {backend, 1});
    std::vector<std::uint8_t> expected(static_cast<std::size_t>(kRows * kCols));
    edges(view(), {expected.data(), kRows, kCols}, {}, {"cpu"});
    return std::equal(expected.begin(), expected.end(), output.data());
  }

  cuda::PinnedBuffer<float> input{kRows * kCols};
  cuda::PinnedBuffer<std::uint8_t> output{kRows * kCols};
};

/// Checks something after main() has returned, when statics are destroyed.
struct AtTheEnd {
  ~AtTheEnd() {
    if (check && !check()) std::_Exit(1);
  }
  std::function<bool()> check;
};
AtTheEnd at_the_end;

[[noreturn]] void end_with(bool is_right) { std::_Exit(is_right ? 0 : 1); }

// Trapping, the kernel leaves an error that every later call in the process returns again.
__global__ void fail_after_kernel(long long cycles) {
  const long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
  __trap();
}

class DeviceFailures : public GpuTest {
 protected:
  DeviceFailures() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(DeviceFailures, OfTheProgramsOwnCallsAreNeitherReportedNorCleared) {
  const Picture picture;
  const cuda::DeviceBuffer<float> input(kRows * kCols);
  const cuda::DeviceBuffer<std::uint8_t> output(kRows * kCols);
  const std::vector<std::function<void()>> calls = {
      [] { cuda::prepare(); },
      [&] {
        cuda::enqueue_edges(ImageView<const float>(input.data(), kRows, kCols), {output.data(), kRows, kCols}, {},
                            nullptr);
      },
      [] { EXPECT_EQ("", choose_backend("cuda").unavailable_because()); },
      [] { choose_backend("cuda").description(); },
      [&] { EXPECT_TRUE(picture.is_right_on("cuda")); },
      [&] { EXPECT_TRUE(picture.is_right_on("auto")); },
  };
  for (std::size_t i = 0; i < calls.size(); ++i) {
    EXPECT_EQ(cudaErrorInvalidDevice, cudaSetDevice(-1));
    EXPECT_NO_THROW(calls[i]()) << i;
    EXPECT_EQ(cudaErrorInvalidDevice, cudaGetLastError()) << i;
  }
  EXPECT_EQ(cudaSuccess, cudaDeviceSynchronize());
}

TEST_F(DeviceFailures, OfAnotherLibraryMakeAutoTakeTheCpu) {
  const auto run = [](long long cycles) {
    const Picture picture;
    if (!picture.is_right_on("cuda")) end_with(false);
    fail_after_kernel<<<1, 1>>>(cycles);
    if (cycles == 0 && cudaDeviceSynchronize() == cudaSuccess) end_with(false);
    if (!picture.is_right_on("auto")) end_with(false);
    if (cudaDeviceSynchronize() == cudaSuccess) end_with(false);
    const bool is_refused = !all_backends().back()->unavailable_because().empty();
    end_with(is_refused && picture.is_right_on("auto"));
  };
  EXPECT_EXIT(run(0), testing::ExitedWithCode(0), "");
  // The kernel is still well when the choice is made.
  EXPECT_EXIT(run(200'000'000), testing::ExitedWithCode(0), "");
}

TEST_F(DeviceFailures, OfACardThatIsFullMakeAutoTakeTheCpu) {
  const Picture picture;
  std::vector<std::uint8_t> output(static_cast<std::size_t>(kRows * kCols));
  const ImageView<std::uint8_t> found(output.data(), kRows, kCols);
  // Too little for the stencil of one row.
  EXPECT_THROW(edges(picture.view(), found, {}, {"cuda", 1, 1}), OutOfMemory);
  EXPECT_NO_THROW(edges(picture.view(), found, {}, {"auto", 1, 1}));
}

TEST_F(DeviceFailures, DoNotFollowFromAResetOfTheDevice) {
  const auto run = [] {
    {
      const Picture picture;
      if (!picture.is_right_on("cuda")) end_with(false);
    }
    if (cudaDeviceReset() != cudaSuccess) end_with(false);
    const Picture picture;
    const bool is_right = picture.is_right_on("cuda");
    end_with(is_right && picture.is_right_on("auto"));
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

TEST_F(DeviceFailures, DoNotFollowFromCallsWhileTheProcessEnds) {
  const auto run = [] {
    static const auto& picture = *new Picture;
    static const auto& pageable = *new std::vector<float>(picture.input.data(), picture.input.data() + kRows * kCols);
    static auto& output = *new std::vector<std::uint8_t>(pageable.size());
    if (!picture.is_right_on("cuda") || !picture.is_right_on("auto")) end_with(false);
    std::vector<std::uint8_t>& expected = *new std::vector<std::uint8_t>(output.size());
    edges(ImageView<const float>(pageable.data(), kRows, kCols), {expected.data(), kRows, kCols}, {}, {"cpu"});
    at_the_end.check = [&expected] {
      const ImageView<const float> input(pageable.data(), kRows, kCols);
      edges(input, {output.data(), kRows, kCols}, {}, {"auto"});
      return output == expected;
    };
    std::exit(0);
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace strandline::test
