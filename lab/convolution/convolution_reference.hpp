// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The stages on the host: in double precision what every kernel is held to, in f32 what one thread of a CPU takes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "convolution/convolution_model.hpp"
#include "results/check_results.hpp"

namespace strandline::lab {

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

/// How what was found differs from what was expected.
struct Deviation {
  std::int64_t differing = 0;
  double furthest = 0;  ///< of bytes of edges: from the threshold, among the differing
};

/// Throws CheckFailed where a byte is neither 0 nor 255, or differs although the magnitude is further from the
/// threshold than kGradientTolerance.
Deviation compare_edges(std::span<const std::uint8_t> edges, std::span<const double> magnitude, std::string_view what);

struct CpuTime {
  double median_ms = 0;
  double iqr_ms = 0;
  std::int64_t samples = 0;
};

/// What one thread of this host takes for stages(), in their order, by repeats in turns: plain C++ in f32, and for
/// one_pass Strandline's CPU backend. Tiles and taps are a card's affair; several steps are the sum of each.
std::vector<CpuTime> time_on_cpu(std::span<const float> image, ImageSize size, bool quick);

}  // namespace strandline::lab
