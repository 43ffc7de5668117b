// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// One image in host memory with everything that decides its result, and what the reference makes of it.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <strandline/band.hpp>
#include <strandline/operation.hpp>

#include "cuda/host_band.hpp"
#include "reference/edges.hpp"
#include "support/host_image.hpp"
#include "support/random_pixels.hpp"

namespace strandline::test {

struct HostLayouts {
  HostLayout input;
  HostLayout valid;
  HostLayout output;
};

/// All in one kind of memory, laid out at random otherwise.
inline HostLayouts random_layouts(HostMemory memory, std::uint64_t seed) {
  std::mt19937_64 choose(seed);
  const auto layout = [&] {
    return HostLayout{memory, static_cast<std::int64_t>(choose() % 3 == 0 ? 0 : choose() % 9), choose() % 4 == 0};
  };
  return {layout(), layout(), layout()};
}

template <Pixel T>
class HostCase {
 public:
  HostCase(std::int64_t rows, std::int64_t cols, Border border, bool with_valid, const HostLayouts& layouts,
           std::uint64_t seed)
      : rows_(rows), cols_(cols), layouts_(layouts), input_(host_image<T>(rows, cols, layouts.input)) {
    input_.fill(RandomPixels<T>(seed, std::same_as<T, float> ? Texture::holes : Texture::noise));
    if (with_valid) {
      std::mt19937_64 choose(seed + 1);
      valid_.emplace(host_image<std::uint8_t>(rows, cols, layouts.valid));
      valid_->fill([&](auto, auto) { return static_cast<std::uint8_t>(choose() % 40 == 0 ? 0 : 7); });
    }
    const double full_scale = natural_full_scale(kPixelTypeOf<T>);
    const auto unscaled = static_cast<float>(0.4 * full_scale * 256);
    operation = {border, unscaled * unscaled * 0.5f};
    GuardedImage<std::uint8_t> output(rows, cols);
    reference::edges(operation, band(output));
    expected_ = output.pixels();
  }

  GuardedImage<std::uint8_t> new_output() const { return host_image<std::uint8_t>(rows_, cols_, layouts_.output); }

  Band band(GuardedImage<std::uint8_t>& output) {
    return whole_image_band(input_.view(), output.view(), valid_ ? valid_->view() : ImageView<std::uint8_t>());
  }

  void expect_same_bytes(GuardedImage<std::uint8_t>& output) {
    EXPECT_TRUE(expected_ == output.pixels()) << rows_ << " rows, " << cols_ << " cols";
    EXPECT_TRUE(output.guards_are_whole());
    EXPECT_TRUE(input_.guards_are_whole());
  }

  /// Runs it as one band.
  void expect_right(const RunOptions& options) {
    GuardedImage<std::uint8_t> output = new_output();
    cuda::run_host_band(operation, band(output), options);
    expect_same_bytes(output);
  }

  EdgesOperation operation;

 private:
  std::int64_t rows_;
  std::int64_t cols_;
  HostLayouts layouts_;
  GuardedImage<T> input_;
  std::optional<GuardedImage<std::uint8_t>> valid_;
  std::vector<std::uint8_t> expected_;
};

}  // namespace strandline::test
