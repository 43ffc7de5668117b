// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The same bytes in programs that round otherwise, flush subnormals or trap exceptions, whose settings are theirs again
// after each call.
#include "scheduling/floating_point.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <strandline/backend.hpp>
#include <strandline/edges.hpp>
#include <strandline/stream.hpp>

#include "raster/memory_raster.hpp"
#include "support/floating_point_state.hpp"
#include "support/random_pixels.hpp"

namespace strandline {
namespace {

using test::all_floating_point_states;
using test::floating_point_registers;
using test::FloatingPointState;
using test::SetFloatingPoint;

// More than one tile.
constexpr std::int64_t kRows = 66;
constexpr std::int64_t kCols = 34;

/// Flat, where a zero may have either sign; near 1e-22, where squares are subnormal; and noise with NaN.
template <Pixel T>
std::vector<std::vector<T>> pictures() {
  std::vector<std::vector<T>> result(3, std::vector<T>(kRows * kCols, T{7}));
  test::RandomPixels<T> noise(5, test::Texture::holes);
  std::ranges::generate(result[1], [&] { return noise(0, 0); });
  std::ranges::generate(result[2], [&] { return noise(0, 0); });
  if constexpr (std::same_as<T, float>) {
    for (float& pixel : result[1]) pixel *= 1e-22F;
  }
  return result;
}

template <Pixel T>
std::vector<std::uint8_t> edges_of(const std::vector<T>& picture, double threshold, const std::string& backend,
                                   int threads) {
  std::vector<std::uint8_t> output(picture.size(), 9);
  edges(ImageView<const T>(picture.data(), kRows, kCols), ImageView<std::uint8_t>(output.data(), kRows, kCols),
        {.threshold = threshold}, {.backend = backend, .threads = threads});
  return output;
}

/// What `call` returns in each state is what it returns in that which programs start with.
template <class Function>
void expect_same_in_every_state(const Function& call) {
  const auto expected = call();
  for (const FloatingPointState& state : all_floating_point_states()) {
    auto actual = expected;
    test::FloatingPointRegisters before;
    test::FloatingPointRegisters after;
    {
      const SetFloatingPoint set(state);
      before = floating_point_registers();
      actual = call();
      after = floating_point_registers();
    }
    ASSERT_TRUE(expected == actual) << state;
    ASSERT_EQ(before, after) << state;
  }
}

class AnyFloatingPointState : public testing::TestWithParam<PixelType> {
 protected:
  AnyFloatingPointState() : cores_(tbb::global_control::max_allowed_parallelism, 4) {}

  template <class Function>
  static void with_pixel_type(const Function& function) {
    visit_pixel_type(GetParam(), function);
  }

 private:
  tbb::global_control cores_;
};

TEST_P(AnyFloatingPointState, GivesTheSameEdges) {
  with_pixel_type([]<Pixel T>(T) {
    for (const Backend* backend : all_backends()) {
      if (!backend->unavailable_because().empty()) continue;
      for (const auto& picture : pictures<T>()) {
        const std::string name(backend->name());
        SCOPED_TRACE(name);
        expect_same_in_every_state([&] { return edges_of(picture, 0, name, 1); });
        if (name == "reference") continue;  // slow, and on one thread whatever it is told
        expect_same_in_every_state([&] { return edges_of(picture, 0, name, 4); });
        expect_same_in_every_state([&] { return edges_of(picture, 0.3, name, 4); });
      }
    }
  });
}

TEST_P(AnyFloatingPointState, GivesTheSameBands) {
  with_pixel_type([]<Pixel T>(T) {
    const auto operation = make_edges_operation({.threshold = 0}, kPixelTypeOf<T>);
    for (const Backend* backend : all_backends()) {
      if (!backend->unavailable_because().empty()) continue;
      for (const auto& picture : pictures<T>()) {
        expect_same_in_every_state([&] {
          std::vector<std::uint8_t> output(picture.size(), 9);
          run_band(*backend, operation,
                   whole_image_band(ImageView<const T>(picture.data(), kRows, kCols),
                                    ImageView<std::uint8_t>(output.data(), kRows, kCols)));
          return output;
        });
      }
    }
  });
}

TEST_P(AnyFloatingPointState, GivesTheSameStream) {
  with_pixel_type([]<Pixel T>(T) {
    const Operation operation = make_edges_operation({.threshold = 0}, kPixelTypeOf<T>);
    for (const auto& picture : pictures<T>()) {
      expect_same_in_every_state([&] {
        test::MemorySource<T> source(kRows, kCols, picture);
        test::MemorySink sink;
        StreamOptions options;
        options.plan = plan_bands(source.info(), operation, {std::int64_t{1} << 30, 16, 4});
        options.threads = 4;
        stream(source, choose_backend("cpu"), operation, sink, options);
        return sink.pixels;
      });
    }
  });
}

// oneTBB keeps the settings of the thread that made an arena and hands them to all tasks in it.
TEST_P(AnyFloatingPointState, LeavesNothingBehindForLaterCalls) {
  with_pixel_type([]<Pixel T>(T) {
    for (const auto& picture : pictures<T>()) {
      const auto expected = edges_of(picture, 0, "reference", 1);
      for (const FloatingPointState& state : all_floating_point_states()) {
        std::thread([&] {
          {
            const SetFloatingPoint set(state);
            edges_of(picture, 0, "cpu", 3);
          }
          EXPECT_EQ(expected, edges_of(picture, 0, "cpu", 3)) << state;
        }).join();
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, AnyFloatingPointState, testing::Values(PixelType::u8, PixelType::u16, PixelType::f32),
                         [](const auto& parameter) { return std::string(to_string(parameter.param)); });

TEST(FloatingPointState, DoesNotChangeWhatOptionsMean) {
  for (const double threshold : {0.0, 0.1, 0.3, 1e-7, 1e-22, 1e-25, 3.3333e14}) {
    expect_same_in_every_state(
        [&] { return make_edges_operation({.threshold = threshold}, PixelType::f32).half_squared_threshold; });
  }
}

TEST(FloatingPointState, DoesNotTrapInTheChoiceOfABackend) {
  expect_same_in_every_state([] { return &choose_backend("auto", {PixelType::f32, 12'345, 6'789, 3}); });
}

// As by libraries that compute in the 80 bits of the x87.
#if defined(__x86_64__)
TEST(FloatingPointState, OfTheX87IsPutBackToo) {
  for (const FloatingPointState& state : all_floating_point_states()) {
    test::FloatingPointRegisters before;
    test::FloatingPointRegisters after;
    {
      const SetFloatingPoint set(state);
      before = floating_point_registers();
      {
        const scheduling::DefaultFloatingPoint arithmetic;
        volatile long double zero = 0;
        volatile long double infinite = 1 / zero;
        static_cast<void>(infinite);
      }
      after = floating_point_registers();
    }
    EXPECT_EQ(before, after) << state;
  }
}
#endif

}  // namespace
}  // namespace strandline
