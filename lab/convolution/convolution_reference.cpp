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
void add_shifted(std::span<const T> pixels, int shift, T weight, std::span<T> sums) {
  const auto cols = static_cast<int>(pixels.size());
  const int end = std::min(cols, cols - shift);
  for (int col = std::max(0, -shift); col < end; ++col) sums[col] += weight * pixels[col + shift];
}

/// Weights along one axis, around the middle one.
template <class T, std::size_t kTaps>
void add_taps(std::span<const T> pixels, const std::array<double, kTaps>& weights, double scale, std::span<T> sums) {
  for (int tap = 0; tap < static_cast<int>(kTaps); ++tap) {
    add_shifted(pixels, tap - static_cast<int>(kTaps / 2), static_cast<T>(weights[tap] * scale), sums);
  }
}

/// Magnitudes of a row; keeps the memory of its sums for the next one.
template <class T>
class GradientRow {
 public:
  GradientRow(std::span<const T> blurred, ImageSize size)
      : blurred_(blurred), size_(size), gx_(static_cast<std::size_t>(size.cols)), gy_(gx_.size()) {}

  void make(int row, std::span<T> magnitude) {
    constexpr std::array<double, 3> kSmooth = {1, 2, 1};
    constexpr std::array<double, 3> kDifference = {-1, 0, 1};
    std::fill(gx_.begin(), gx_.end(), T{0});
    std::fill(gy_.begin(), gy_.end(), T{0});
    for (int i = 0; i < 3; ++i) {
      const int source = row + i - 1;
      if (source < 0 || source >= size_.rows) continue;
      add_taps(row_of(blurred_, size_, source), kDifference, kSmooth[i], std::span(gx_));
      if (i != 1) add_taps(row_of(blurred_, size_, source), kSmooth, kDifference[i], std::span(gy_));
    }
    for (std::size_t col = 0; col < gx_.size(); ++col) {
      magnitude[col] = std::sqrt(gx_[col] * gx_[col] + gy_[col] * gy_[col]);
    }
  }

 private:
  std::span<const T> blurred_;
  ImageSize size_;
  std::vector<T> gx_;
  std::vector<T> gy_;
};

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
  std::fill(blurred.begin(), blurred.end(), T{0});
  for (int row = 0; row < size.rows; ++row) {
    for (int i = 0; i < kBlurTaps; ++i) {
      const int source = row + i - kBlurRadius;
      if (source < 0 || source >= size.rows) continue;
      add_taps(row_of(image, size, source), kBinomial, kBinomial[i], row_of(blurred, size, row));
    }
  }
}

template <class T>
void blur_separable(std::span<const T> image, ImageSize size, std::span<T> blurred) {
  // Sums of the last five rows; that of row r lies in r % 5.
  std::vector<T> ring(static_cast<std::size_t>(kBlurTaps) * static_cast<std::size_t>(size.cols));
  std::fill(blurred.begin(), blurred.end(), T{0});
  for (int next = 0; next < size.rows + kBlurRadius; ++next) {
    if (next < size.rows) {
      const std::span<T> sums = row_of(std::span(ring), size, next % kBlurTaps);
      std::fill(sums.begin(), sums.end(), T{0});
      add_taps(row_of(image, size, next), kBinomial, 1, sums);
    }
    const int row = next - kBlurRadius;
    if (row < 0) continue;
    for (int i = 0; i < kBlurTaps; ++i) {
      const int source = row + i - kBlurRadius;
      if (source < 0 || source >= size.rows) continue;
      add_shifted(row_of(std::span<const T>(ring), size, source % kBlurTaps), 0, static_cast<T>(kBinomial[i]),
                  row_of(blurred, size, row));
    }
  }
}

template <class T>
void sobel(std::span<const T> blurred, ImageSize size, std::span<T> magnitude) {
  GradientRow<T> gradient(blurred, size);
  for (int row = 0; row < size.rows; ++row) gradient.make(row, row_of(magnitude, size, row));
}

template <class T>
void threshold(std::span<const T> magnitude, T above, std::span<std::uint8_t> edges) {
  for (std::size_t i = 0; i < magnitude.size(); ++i) edges[i] = magnitude[i] > above ? kEdge : std::uint8_t{0};
}

template <class T>
void sobel_threshold(std::span<const T> blurred, ImageSize size, T above, std::span<std::uint8_t> edges) {
  GradientRow<T> gradient(blurred, size);
  std::vector<T> magnitude(static_cast<std::size_t>(size.cols));
  for (int row = 0; row < size.rows; ++row) {
    gradient.make(row, magnitude);
    threshold(std::span<const T>(magnitude), above, row_of(edges, size, row));
  }
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

EdgeDifferences compare_edges(std::span<const std::uint8_t> edges, std::span<const double> magnitude,
                              std::string_view what) {
  if (edges.size() != magnitude.size()) {
    throw CheckFailed(fmt::format("{} gave {} bytes and should have given {}, do not trust its times", what,
                                  edges.size(), magnitude.size()));
  }
  EdgeDifferences differences;
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

ImpulseResponse impulse_response(std::span<const float> blurred, ImageSize size, int row, int col) {
  ImpulseResponse response;
  const auto peak = std::max_element(blurred.begin(), blurred.end()) - blurred.begin();
  response.peak_row = peak / size.cols;
  response.peak_col = peak % size.cols;
  for (const float value : blurred) response.sum += value;
  for (int i = 0; i < kBlurTaps; ++i) {
    for (int j = 0; j < kBlurTaps; ++j) {
      const float found = row_of(blurred, size, row + i - kBlurRadius)[static_cast<std::size_t>(col + j - kBlurRadius)];
      response.equal_taps += found == kBinomial[i] * kBinomial[j] ? 1 : 0;
    }
  }
  return response;
}

}  // namespace strandline::lab
