// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The images that the stages are tried on.
#include "convolution/convolution_cases.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "convolution/blue_marble.hpp"
#include "random_inputs.hpp"

namespace strandline::lab {
namespace {

constexpr ImageSize kOddSides = {611, 613};
static_assert(kOddSides.rows % kTileSide != 0 && kOddSides.cols % kTileSide != 0);

constexpr ImageSize kImpulseSize = {97, 131};

}  // namespace

ConvolutionCase random_case(ImageSize size) {
  constexpr std::uint32_t kSeed = 10;
  return {fmt::format("{} x {}", size.rows, size.cols), size, random_floats(size.pixels(), 0, 1, kSeed)};
}

ConvolutionCase odd_sides_case() { return random_case(kOddSides); }

ConvolutionCase impulse_case() {
  ConvolutionCase own{std::string(kImpulseCase), kImpulseSize,
                      std::vector<float>(static_cast<std::size_t>(kImpulseSize.pixels()))};
  own.image[static_cast<std::size_t>(kImpulseRow * kImpulseSize.cols + kImpulseCol)] = 1;
  return own;
}

ConvolutionCase blue_marble_case() {
  const auto luma = blue_marble_luma();
  ConvolutionCase own{
      std::string(kBlueMarbleCase), {kBlueMarbleSide, kBlueMarbleSide}, std::vector<float>(luma.size())};
  constexpr float kWhite = 255;
  std::ranges::transform(luma, own.image.begin(),
                         [](std::uint8_t pixel) { return static_cast<float>(pixel) / kWhite; });
  return own;
}

}  // namespace strandline::lab
