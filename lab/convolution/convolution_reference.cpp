// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The stages on the host: in double precision what every kernel is held to, in f32 what one thread of a CPU takes.
#include "convolution/convolution_reference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include <strandline/edges.hpp>

namespace strandline::lab {
namespace {

constexpr std::array<double, kBlurTaps> kBinomial = {1.0 / 16, 4.0 / 16, 6.0 / 16, 4.0 / 16, 1.0 / 16};

template <class T>
std::span<T> row_of(std::span<T> image, ImageSize size, int row) {
  return image.subspan(static_cast<std::size_t>(row) * static_cast<std::size_t>(size.cols),
                       static_cast<std::size_t>(size.cols));
}

/// sums[col] += weight * pixels[col + shift], where there is such a pixel.
template <class T>
void add_shifted(std::span<const T> pixels, int shift, double weight, std::span<T> sums) {
  const auto cols = static_cast<int>(pixels.size());
  const int end = std::min(cols, cols - shift);
  for (int col = std::max(0, -shift); col < end; ++col) sums[col] += static_cast<T>(weight) * pixels[col + shift];
}

/// One row of an image that is filtered down its columns and then along its rows; `sums` is room for what is between.
template <class T, std::size_t kTaps>
void filter_row(std::span<const T> image, ImageSize size, int row, const std::array<double, kTaps>& down,
                const std::array<double, kTaps>& along, std::span<T> sums, std::span<T> filtered) {
  constexpr int kRadius = kTaps / 2;
  std::ranges::fill(sums, T{0});
  std::ranges::fill(filtered, T{0});
  for (int tap = 0; tap < static_cast<int>(kTaps); ++tap) {
    const int source = row + tap - kRadius;
    if (down[tap] == 0 || source < 0 || source >= size.rows) continue;
    add_shifted(row_of(image, size, source), 0, down[tap], sums);
  }
  for (int tap = 0; tap < static_cast<int>(kTaps); ++tap) {
    if (along[tap] != 0) add_shifted(std::span<const T>(sums), tap - kRadius, along[tap], filtered);
  }
}

/// Makes `visit(row, magnitudes)` of each row.
template <class T, class Visit>
void for_each_gradient_row(std::span<const T> blurred, ImageSize size, Visit&& visit) {
  constexpr std::array<double, 3> kSmooth = {1, 2, 1};
  constexpr std::array<double, 3> kDifference = {-1, 0, 1};
  std::vector<T> sums(static_cast<std::size_t>(size.cols));
  std::vector<T> gx(sums.size());
  std::vector<T> gy(sums.size());
  for (int row = 0; row < size.rows; ++row) {
    filter_row(blurred, size, row, kSmooth, kDifference, std::span(sums), std::span(gx));
    filter_row(blurred, size, row, kDifference, kSmooth, std::span(sums), std::span(gy));
    for (std::size_t col = 0; col < gx.size(); ++col) gx[col] = std::sqrt(gx[col] * gx[col] + gy[col] * gy[col]);
    visit(row, std::span<const T>(gx));
  }
}

/// The oracle takes more than a microsecond a pixel; the CPU backend writes the same bytes, to which the tests hold it.
std::vector<std::uint8_t> library_edges(std::span<const float> image, ImageSize size) {
  constexpr std::int64_t kMostOraclePixels = 1 << 19;
  std::vector<std::uint8_t> bytes(image.size());
  edges(ImageView<const float>(image.data(), size.rows, size.cols),
        ImageView<std::uint8_t>(bytes.data(), size.rows, size.cols),
        {.threshold = kConvolutionThreshold, .border = Border::zero},
        {.backend = size.pixels() <= kMostOraclePixels ? "reference" : "cpu"});
  return bytes;
}

}  // namespace

template <class T>
void blur(std::span<const T> image, ImageSize size, std::span<T> blurred) {
  std::ranges::fill(blurred, T{0});
  for (int row = 0; row < size.rows; ++row) {
    for (int i = 0; i < kBlurTaps; ++i) {
      const int source = row + i - kBlurRadius;
      if (source < 0 || source >= size.rows) continue;
      for (int j = 0; j < kBlurTaps; ++j) {
        add_shifted(row_of(image, size, source), j - kBlurRadius, kBinomial[i] * kBinomial[j],
                    row_of(blurred, size, row));
      }
    }
  }
}

template <class T>
void blur_separable(std::span<const T> image, ImageSize size, std::span<T> blurred) {
  std::vector<T> sums(static_cast<std::size_t>(size.cols));
  for (int row = 0; row < size.rows; ++row) {
    filter_row(image, size, row, kBinomial, kBinomial, std::span(sums), row_of(blurred, size, row));
  }
}

template <class T>
void sobel(std::span<const T> blurred, ImageSize size, std::span<T> magnitude) {
  for_each_gradient_row(blurred, size, [&](int row, std::span<const T> found) {
    std::ranges::copy(found, row_of(magnitude, size, row).begin());
  });
}

template <class T>
void threshold(std::span<const T> magnitude, T above, std::span<std::uint8_t> edges) {
  for (std::size_t i = 0; i < magnitude.size(); ++i) edges[i] = magnitude[i] > above ? kEdge : std::uint8_t{0};
}

template <class T>
void sobel_threshold(std::span<const T> blurred, ImageSize size, T above, std::span<std::uint8_t> edges) {
  for_each_gradient_row(blurred, size,
                        [&](int row, std::span<const T> found) { threshold(found, above, row_of(edges, size, row)); });
}

template void blur(std::span<const float>, ImageSize, std::span<float>);
template void blur(std::span<const double>, ImageSize, std::span<double>);
template void blur_separable(std::span<const float>, ImageSize, std::span<float>);
template void blur_separable(std::span<const double>, ImageSize, std::span<double>);
template void sobel(std::span<const float>, ImageSize, std::span<float>);
template void sobel(std::span<const double>, ImageSize, std::span<double>);
template void threshold(std::span<const float>, float, std::span<std::uint8_t>);
template void threshold(std::span<const double>, double, std::span<std::uint8_t>);
template void sobel_threshold(std::span<const float>, ImageSize, float, std::span<std::uint8_t>);
template void sobel_threshold(std::span<const double>, ImageSize, double, std::span<std::uint8_t>);

ExpectedImages expect_images(std::span<const float> image, ImageSize size) {
  const std::vector<double> exact(image.begin(), image.end());
  ExpectedImages expected{std::vector<double>(image.size()), std::vector<double>(image.size()),
                          library_edges(image, size)};
  blur(std::span(exact), size, std::span(expected.blurred));
  sobel(std::span<const double>(expected.blurred), size, std::span(expected.magnitude));
  return expected;
}

Deviation compare_edges(std::span<const std::uint8_t> edges, std::span<const double> magnitude, std::string_view what) {
  if (edges.size() != magnitude.size()) {
    throw CheckFailed(fmt::format("{} gave {} bytes and should have given {}, do not trust its times", what,
                                  edges.size(), magnitude.size()));
  }
  Deviation differences;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const std::uint8_t right = magnitude[i] > kConvolutionThreshold ? kEdge : std::uint8_t{0};
    if (edges[i] == right) continue;
    const double distance = std::abs(magnitude[i] - kConvolutionThreshold);
    if (!(distance <= kGradientTolerance.absolute) || edges[i] != kEdge - right) {
      throw CheckFailed(
          fmt::format("{} gave {} in pixel {} and should have given {}, since the gradient is {} there, do not trust "
                      "its times",
                      what, edges[i], i, right, magnitude[i]));
    }
    ++differences.differing;
    differences.furthest = std::max(differences.furthest, distance);
  }
  return differences;
}

}  // namespace strandline::lab
