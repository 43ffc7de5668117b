// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The stages on the host: in double precision what every kernel is held to, in f32 what one thread of a CPU takes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "convolution/convolution_layout.hpp"
#include "results/check_results.hpp"

namespace strandline::lab {

/// Of a full scale of 1.
inline constexpr double kConvolutionThreshold = 0.30;
inline constexpr Tolerance kBlurTolerance = {.relative = 1e-5, .absolute = 1e-6};
/// A gradient's error is set by its inputs and not by its own size.
inline constexpr Tolerance kGradientTolerance = {.relative = 0, .absolute = 1e-4};

/// T is float or double. All images are dense and of one size; each stage takes its input to be 0 outside the frame.
template <class T>
void blur(std::span<const T> image, ImageSize size, std::span<T> blurred);
template <class T>
void blur_separable(std::span<const T> image, ImageSize size, std::span<T> blurred);
template <class T>
void sobel(std::span<const T> blurred, ImageSize size, std::span<T> magnitude);
template <class T>
void threshold(std::span<const T> magnitude, T above, std::span<std::uint8_t> edges);
template <class T>
void sobel_threshold(std::span<const T> blurred, ImageSize size, T above, std::span<std::uint8_t> edges);

/// What the stages should make of an image.
struct ExpectedImages {
  std::vector<double> blurred;
  std::vector<double> magnitude;
  std::vector<std::uint8_t> one_pass;  ///< by Strandline's reference backend, of large images by its CPU backend
};

ExpectedImages expect_images(std::span<const float> image, ImageSize size);

/// How bytes differ from those of the double-precision magnitude.
struct EdgeDifferences {
  std::int64_t differing = 0;
  double furthest = 0;  ///< from the threshold, among the differing
};

/// Throws CheckFailed where a byte is neither 0 nor 255, or differs although the magnitude is further from the
/// threshold than kGradientTolerance.
EdgeDifferences compare_edges(std::span<const std::uint8_t> edges, std::span<const double> magnitude,
                              std::string_view what);

/// What became of a single 1 in an image of zeros.
struct ImpulseResponse {
  std::int64_t peak_row = 0;
  std::int64_t peak_col = 0;
  int equal_taps = 0;  ///< of the 25 around (row, col)
  double sum = 0;
};

ImpulseResponse impulse_response(std::span<const float> blurred, ImageSize size, int row, int col);

}  // namespace strandline::lab
