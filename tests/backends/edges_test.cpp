// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Every backend against the reference, byte for byte, over sizes, types, borders, strides, validity, cuts and threads.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <strandline/backend.hpp>
#include <strandline/edges.hpp>

#include "support/band_of_rows.hpp"
#include "support/guarded_image.hpp"
#include "support/parameter_names.hpp"
#include "support/random_pixels.hpp"

namespace strandline {
namespace {

using test::GuardedImage;
using test::RandomPixels;
using test::Texture;

constexpr std::uint64_t kSeed = 20261130;

// What is run under a sanitizer takes ten times as long, so sizes are thinned there.
bool is_tested_side(std::int64_t side) {
#ifdef STRANDLINE_THIN_TESTS
  return side <= 9 || side == 15 || side == 16 || side == 17 || side == 33;
#else
  return side <= 40;
#endif
}

/// One image with everything that decides its result.
template <Pixel T>
struct Case {
  Case(std::int64_t row_count, std::int64_t col_count, Border border, std::uint64_t seed)
      : rows(row_count), cols(col_count) {
    std::mt19937_64 choose(seed);
    const auto gap = static_cast<std::int64_t>(choose() % 6);
    input.emplace(rows, cols, gap, choose() % 3 == 0);
    input->fill(RandomPixels<T>(seed, Texture(choose() % 4)));
    if (choose() % 3 == 0) {
      valid.emplace(rows, cols, choose() % 3);
      valid->fill([&](auto, auto) { return static_cast<std::uint8_t>(choose() % 40 == 0 ? 0 : 1 + choose() % 255); });
    }
    constexpr double kThresholds[] = {0, 0.02, 0.3, 1, 2};
    operation = make_edges_operation({kThresholds[choose() % 5], border, {}}, kPixelTypeOf<T>);
    output_gap = static_cast<std::int64_t>(choose() % 5);
    output_bottom_up = choose() % 4 == 0;
  }

  Band band(GuardedImage<std::uint8_t>& output) {
    return whole_image_band(input->view(), output.view(), valid ? valid->view() : ImageView<std::uint8_t>());
  }

  GuardedImage<std::uint8_t> run(const Backend& backend) {
    GuardedImage<std::uint8_t> output(rows, cols, output_gap, output_bottom_up);
    run_band(backend, operation, band(output));
    return output;
  }

  std::int64_t rows;
  std::int64_t cols;
  std::optional<GuardedImage<T>> input;
  std::optional<GuardedImage<std::uint8_t>> valid;
  EdgesOperation operation;
  std::int64_t output_gap = 0;
  bool output_bottom_up = false;
};

const Backend& oracle() { return choose_backend("reference"); }

template <Pixel T>
void expect_equals_reference(const Backend& backend, std::int64_t rows, std::int64_t cols, Border border,
                             std::uint64_t seed) {
  Case<T> one(rows, cols, border, seed);
  GuardedImage<std::uint8_t> actual = one.run(backend);
  ASSERT_EQ(one.run(oracle()).pixels(), actual.pixels()) << rows << " rows, " << cols << " cols, seed " << seed;
  ASSERT_TRUE(actual.guards_are_whole()) << rows << " rows, " << cols << " cols, seed " << seed;
  ASSERT_TRUE(one.input->guards_are_whole());
}

class EdgesOnBackend : public testing::TestWithParam<std::tuple<std::string, PixelType, Border>> {
 protected:
  const Backend& backend() const { return choose_backend(std::get<0>(GetParam())); }
  Border border() const { return std::get<2>(GetParam()); }

  template <class Function>
  void with_pixel_type(Function&& function) const {
    visit_pixel_type(std::get<1>(GetParam()), function);
  }
};

TEST_P(EdgesOnBackend, EqualsReferenceOnEverySmallSize) {
  with_pixel_type([&]<Pixel T>(T) {
    for (std::int64_t rows = 1; rows <= 40; ++rows) {
      for (std::int64_t cols = 1; cols <= 40; ++cols) {
        if (!is_tested_side(rows) || !is_tested_side(cols)) continue;
        expect_equals_reference<T>(backend(), rows, cols, border(), kSeed + 64 * rows + cols);
        if (HasFatalFailure()) return;
      }
    }
  });
}

// Around the width and height at which the CPU backend cuts tiles.
TEST_P(EdgesOnBackend, EqualsReferenceAroundTiles) {
  with_pixel_type([&]<Pixel T>(T) {
    for (const std::int64_t cols : {4095, 4096, 4097, 4101}) {
      expect_equals_reference<T>(backend(), 3, cols, border(), kSeed + cols);
      if (HasFatalFailure()) return;
    }
    for (const std::int64_t rows : {63, 64, 65, 129, 260}) {
      expect_equals_reference<T>(backend(), rows, 21, border(), kSeed + rows);
      if (HasFatalFailure()) return;
    }
    expect_equals_reference<T>(backend(), 1, 10'007, border(), kSeed);
    expect_equals_reference<T>(backend(), 10'007, 1, border(), kSeed);
  });
}

TEST_P(EdgesOnBackend, DoesNotDependOnTheCutIntoBands) {
  with_pixel_type([&]<Pixel T>(T) {
    for (const std::int64_t rows : {1, 2, 3, 5, 8, 23}) {
      Case<T> one(rows, 19, border(), kSeed + rows);
      const auto whole = one.run(oracle()).pixels();
      for (std::int64_t band_rows = 1; band_rows <= rows; ++band_rows) {
        GuardedImage<std::uint8_t> output(rows, 19);
        for (std::int64_t first = 0; first < rows; first += band_rows) {
          test::BandOfRows cut(one.band(output), border(), first, std::min(band_rows, rows - first));
          run_band(backend(), one.operation, cut.band());
        }
        ASSERT_EQ(whole, output.pixels()) << rows << " rows in bands of " << band_rows;
        ASSERT_TRUE(output.guards_are_whole());
      }
    }
  });
}

TEST_P(EdgesOnBackend, DoesNotDependOnTheNumberOfThreads) {
  with_pixel_type([&]<Pixel T>(T) {
    // oneTBB is told that there are more cores than there may be, so that threads do interleave.
    const tbb::global_control cores(tbb::global_control::max_allowed_parallelism, 8);
    Case<T> one(203, 97, border(), kSeed);
    const auto whole = one.run(oracle()).pixels();
    for (const int threads : {1, 2, 3, 7}) {
      tbb::task_arena arena(threads);
      EXPECT_EQ(whole, arena.execute([&] { return one.run(backend()).pixels(); })) << threads << " threads";
    }
  });
}

std::vector<std::string> names_of_backends() {
  std::vector<std::string> names;
  for (const Backend* backend : all_backends()) {
    if (backend->name() != "reference" && backend->unavailable_because().empty()) names.emplace_back(backend->name());
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, EdgesOnBackend,
                         testing::Combine(testing::ValuesIn(names_of_backends()),
                                          testing::Values(PixelType::u8, PixelType::u16, PixelType::f32),
                                          testing::ValuesIn(kAllBorders)),
                         [](const auto& parameters) {
                           return std::get<0>(parameters.param) + "_" +
                                  std::string(to_string(std::get<1>(parameters.param))) + "_" +
                                  std::string(to_string(std::get<2>(parameters.param)));
                         });

TEST(CpuEdges, EqualsReferenceOnEveryInstructionSet) {
  const Backend& cpu = choose_backend("cpu");
  std::vector<std::string> descriptions;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::GetChosenTarget().Update(target);
    SCOPED_TRACE(cpu.description());
    descriptions.push_back(cpu.description());
    for (const Border border : kAllBorders) {
      for (std::int64_t cols = 1; cols <= 70; ++cols) {
        expect_equals_reference<std::uint8_t>(cpu, 1 + cols % 9, cols, border, kSeed + cols);
        expect_equals_reference<std::uint16_t>(cpu, 1 + cols % 8, cols, border, kSeed + cols);
        expect_equals_reference<float>(cpu, 1 + cols % 7, cols, border, kSeed + cols);
      }
      // Around whole vectors of all widths, and several groups of rows.
      for (const std::int64_t cols : {127, 128, 129, 191, 192, 193, 256, 257}) {
        for (const std::int64_t rows : {10, 11, 26, 27, 41}) {
          expect_equals_reference<std::uint8_t>(cpu, rows, cols, border, kSeed + cols * rows);
          expect_equals_reference<std::uint16_t>(cpu, rows, cols, border, kSeed + cols * rows);
          expect_equals_reference<float>(cpu, rows, cols, border, kSeed + cols * rows);
        }
      }
    }
  }
  hwy::GetChosenTarget().DeInit();
  std::sort(descriptions.begin(), descriptions.end());
  EXPECT_EQ(descriptions.end(), std::adjacent_find(descriptions.begin(), descriptions.end()))
      << "two instruction sets share a description, so one was not forced";
}

}  // namespace
}  // namespace strandline
