// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What one thread of the host takes for the stages.
#include "convolution/convolution_cpu_times.hpp"

#include <algorithm>
#include <chrono>
#include <span>
#include <vector>

#include <strandline/edges.hpp>

#include "convolution/convolution_reference.hpp"

namespace strandline::lab {
namespace {

template <class Work>
double once_ms(Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  return elapsed.count();
}

}  // namespace

std::map<std::string, double> time_on_cpu(const ConvolutionCase& own) {
  const ImageSize size = own.size;
  const std::span<const float> image = own.image;
  std::vector<float> blurred(image.size());
  std::vector<float> magnitude(image.size());
  std::vector<std::uint8_t> edge_bytes(image.size());
  const std::span<const float> given_blurred = blurred;
  const std::span<const float> given_magnitude = magnitude;
  constexpr auto kThreshold = static_cast<float>(kConvolutionThreshold);

  std::map<std::string, double> times;
  times["copy"] = once_ms([&] { std::ranges::copy(image, magnitude.begin()); });
  times["blur_naive"] = once_ms([&] { blur(image, size, std::span(blurred)); });
  times["blur_tiled_36"] = times["blur_naive"];  // tiles are a card's affair
  times["blur_tiled_37"] = times["blur_naive"];
  times["blur_separable"] = once_ms([&] { blur_separable(image, size, std::span(blurred)); });
  times["sobel"] = once_ms([&] { sobel(given_blurred, size, std::span(magnitude)); });
  times["threshold"] = once_ms([&] { threshold(given_magnitude, kThreshold, std::span(edge_bytes)); });
  times["sobel_then_threshold"] = times["sobel"] + times["threshold"];
  times["sobel_threshold_fused"] =
      once_ms([&] { sobel_threshold(given_blurred, size, kThreshold, std::span(edge_bytes)); });
  times["pipeline"] = times["blur_separable"] + times["sobel_threshold_fused"];
  times["one_pass"] = once_ms([&] {
    edges(ImageView<const float>(image.data(), size.rows, size.cols),
          ImageView<std::uint8_t>(edge_bytes.data(), size.rows, size.cols),
          {.threshold = kConvolutionThreshold, .border = Border::zero}, {.backend = "cpu", .threads = 1});
  });
  return times;
}

}  // namespace strandline::lab
