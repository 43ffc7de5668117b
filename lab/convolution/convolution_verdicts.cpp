// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the stages' times say, in sentences.
#include "convolution/convolution_verdicts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "convolution/convolution_model.hpp"

namespace strandline::lab {
namespace {

// Less than this is no difference.
constexpr double kNoticed = 0.02;

std::size_t index_of(std::string_view stage) {
  return static_cast<std::size_t>(std::ranges::find(stage_costs(), stage, &StageCost::name) - stage_costs().begin());
}

/// "takes 1.20 x the time of", or its like.
std::string compared(double ratio) {
  if (std::abs(ratio - 1) <= kNoticed) return fmt::format("takes as long as ({:.3f} x)", ratio);
  return fmt::format("takes {:.2f} x the time of", ratio);
}

std::string one_pass_verdict(const StageTimes& times) {
  return fmt::format(
      "On {} x {} pixels Strandline's one pass takes {:.4f} ms and {} the copy; the pipeline of two "
      "launches takes {:.4f} ms, {:.2f} x the one pass.",
      times.size.rows, times.size.cols, times.median_ms("one_pass"), compared(times.ratio("one_pass", "copy")),
      times.median_ms("pipeline"), times.ratio("pipeline", "one_pass"));
}

std::string padding_verdict(const StageTimes& times) {
  const double ratio = times.ratio("blur_tiled_37", "blur_tiled_36");
  const char* const pays = ratio > 1 + kNoticed   ? "Padding the tile costs time"
                           : ratio < 1 - kNoticed ? "Padding the tile pays"
                                                  : "Padding the tile changes nothing";
  return fmt::format(
      "{}: row pitch 37 {} pitch 36; the model counts {} wavefronts against {} a tile, since taps are "
      "free at both and only staging differs.",
      pays, compared(ratio), stage_cost("blur_tiled_37").wavefronts_per_tile(),
      stage_cost("blur_tiled_36").wavefronts_per_tile());
}

std::string blur_verdict(const StageTimes& times) {
  constexpr std::array<std::string_view, 3> kTried = {"blur_tiled_36", "blur_tiled_37", "blur_separable"};
  const auto best = *std::ranges::min_element(kTried, {}, [&](std::string_view blur) { return times.median_ms(blur); });
  const double gain = times.ratio("blur_naive", best);
  return fmt::format("The quickest blur but the naive one is {}: it {} the copy, and the naive one {} it.", best,
                     compared(times.ratio(best, "copy")), compared(gain));
}

std::string fusion_verdict(const StageTimes& times) {
  const double ratio = times.ratio("sobel_then_threshold", "sobel_threshold_fused");
  const auto bytes = [](const char* stage) { return static_cast<double>(stage_cost(stage).bytes_per_pixel()); };
  return fmt::format(
      "Sobel and threshold in two launches take {:.2f} x the time of one launch; the bytes say {:.2f} x.", ratio,
      bytes("sobel_then_threshold") / bytes("sobel_threshold_fused"));
}

std::string cpu_verdict(const StageTimes& times) {
  return fmt::format(
      "One thread of this host takes {:.0f} ms for the pipeline in plain C++, {:.0f} x the card, and "
      "{:.0f} ms for the one pass by Strandline's CPU backend, {:.0f} x the card.",
      times.cpu_ms.at("pipeline"), times.cpu_ms.at("pipeline") / times.median_ms("pipeline"),
      times.cpu_ms.at("one_pass"), times.cpu_ms.at("one_pass") / times.median_ms("one_pass"));
}

}  // namespace

double StageTimes::ratio(std::string_view a, std::string_view b) const {
  return measured.ratio(index_of(a), index_of(b));
}

double StageTimes::median_ms(std::string_view stage) const { return measured.summaries[index_of(stage)].median; }

void tell_verdicts(Run& run, const StageTimes& times) {
  run.verdict(one_pass_verdict(times));
  run.verdict(blur_verdict(times));
  run.verdict(padding_verdict(times));
  run.verdict(fusion_verdict(times));
  run.verdict(cpu_verdict(times));
}

}  // namespace strandline::lab
