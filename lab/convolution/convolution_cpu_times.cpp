// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What one thread of the host takes for the stages.

#include <algorithm>
#include <map>
#include <utility>

#include <strandline/edges.hpp>

#include "convolution/convolution_reference.hpp"
#include "measuring/interleaved.hpp"

namespace strandline::lab {
namespace {

/// What distinguishes steps on a host: the operation, and whether a blur is separable.
using Step = std::pair<Operation, bool>;

Step step_of(const StageLaunch& launch) { return {launch.operation, launch.source == PixelSource::separable}; }

measuring::StoppingRule rule_for(bool quick) {
  if (quick)
    return {.fewest_rounds = 3, .enough_rounds = 3, .steady_relative_iqr = 0.1, .seconds_per_contestant = 0.05};
  return {.fewest_rounds = 3, .enough_rounds = 7, .steady_relative_iqr = 0.05, .seconds_per_contestant = 1.5};
}

CpuTime sum_up(const measuring::Samples& samples) {
  const double median_ms = measuring::median(samples);
  return {median_ms, median_ms * measuring::relative_iqr(samples), static_cast<std::int64_t>(samples.size())};
}

std::map<Step, CpuTime> time_steps(std::span<const float> image, ImageSize size, bool quick) {
  std::vector<float> blurred(image.size());
  std::vector<float> magnitude(image.size());
  std::vector<float> pixels(image.size());
  std::vector<std::uint8_t> bytes(image.size());
  const std::span<const float> given = blurred;
  const std::span<const float> lengths = magnitude;
  const std::span<float> made = pixels;
  constexpr auto kThreshold = static_cast<float>(kConvolutionThreshold);
  blur_separable(image, size, std::span(blurred));
  sobel(given, size, std::span(magnitude));
  const auto one_pass = [&] {
    edges(ImageView<const float>(image.data(), size.rows, size.cols),
          ImageView<std::uint8_t>(bytes.data(), size.rows, size.cols),
          {.threshold = kConvolutionThreshold, .border = Border::zero}, {.backend = "cpu", .threads = 1});
  };
  const std::vector<std::pair<Step, measuring::Contestant>> steps = {
      {{Operation::copy, false}, [&] { std::ranges::copy(image, made.begin()); }},
      {{Operation::blur, false}, [&] { blur(image, size, made); }},
      {{Operation::blur, true}, [&] { blur_separable(image, size, made); }},
      {{Operation::sobel, false}, [&] { sobel(given, size, made); }},
      {{Operation::threshold, false}, [&] { threshold(lengths, kThreshold, std::span(bytes)); }},
      {{Operation::sobel_threshold, false}, [&] { sobel_threshold(given, size, kThreshold, std::span(bytes)); }},
      {{Operation::one_pass, false}, one_pass}};
  std::vector<measuring::Contestant> contestants;
  for (const auto& [step, call] : steps) contestants.push_back(call);
  const auto samples =
      measuring::measure_interleaved(std::span<const measuring::Contestant>(contestants), rule_for(quick));
  std::map<Step, CpuTime> times;
  for (std::size_t i = 0; i < steps.size(); ++i) times[steps[i].first] = sum_up(samples[i]);
  return times;
}

}  // namespace

std::vector<CpuTime> time_on_cpu(std::span<const float> image, ImageSize size, bool quick) {
  const std::map<Step, CpuTime> times = time_steps(image, size, quick);
  std::vector<CpuTime> all;
  for (const Stage& stage : stages()) {
    CpuTime& sum = all.emplace_back();
    for (const StageLaunch& launch : stage.launches) {
      const CpuTime& step = times.at(step_of(launch));
      sum = {sum.median_ms + step.median_ms, sum.iqr_ms + step.iqr_ms, step.samples};
    }
  }
  return all;
}

}  // namespace strandline::lab
