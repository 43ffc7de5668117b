// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the stages' times say, in sentences.
#include "convolution/convolution_verdicts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "convolution/convolution_model.hpp"

namespace strandline::lab {
namespace {

// Less than this is no difference.
constexpr double kNoticed = 0.02;

std::size_t index_of(std::string_view stage) {
  return static_cast<std::size_t>(std::ranges::find(stage_costs(), stage, &StageCost::name) - stage_costs().begin());
}

/// "1.20 x the time of", or its like.
std::string compared(double ratio) {
  if (std::abs(ratio - 1) <= kNoticed) return fmt::format("as long as ({:.3f} x)", ratio);
  return fmt::format("{:.2f} x the time of", ratio);
}

std::string one_pass_verdict(const StageTimes& times) {
  return fmt::format(
      "On {} x {} pixels Strandline's one pass takes {:.4f} ms, {} the copy; the pipeline of two launches "
      "takes {:.4f} ms, {} the one pass.",
      times.size.rows, times.size.cols, times.median_ms("one_pass"), compared(times.ratio("one_pass", "copy")),
      times.median_ms("pipeline"), compared(times.ratio("pipeline", "one_pass")));
}

std::string blur_verdict(const StageTimes& times) {
  constexpr std::array<std::string_view, 4> kBlurs = {"blur_naive", "blur_tiled_36", "blur_tiled_37", "blur_separable"};
  const auto best = *std::ranges::min_element(kBlurs, {}, [&](std::string_view blur) { return times.median_ms(blur); });
  const std::string naive = fmt::format("the naive blur takes {} the copy", compared(times.ratio(kBlurs[0], "copy")));
  if (best == kBlurs[0]) return fmt::format("Neither tiles nor separation pay: {}, and no other is quicker.", naive);
  return fmt::format("The quickest blur is {} and takes {} the copy; {}.", best, compared(times.ratio(best, "copy")),
                     naive);
}

std::string padding_verdict(const StageTimes& times) {
  const double ratio = times.ratio("blur_tiled_37", "blur_tiled_36");
  const char* const outcome = ratio > 1 + kNoticed   ? "costs time, against the model"
                              : ratio < 1 - kNoticed ? "saves time, against the model"
                                                     : "makes no difference";
  return fmt::format(
      "Padding the tile's rows {}: one program takes {:.3f} x the time at pitch 37 that it takes at pitch 36; all its "
      "requests go along one row, where the model finds no bank conflict at either.",
      outcome, ratio);
}

std::string fusion_verdict(const StageTimes& times) {
  const auto bytes = [](const char* stage) { return static_cast<double>(stage_cost(stage).bytes_per_pixel()); };
  return fmt::format("Sobel and threshold in two launches take {} the fused one; the bytes say {:.2f} x.",
                     compared(times.ratio("sobel_then_threshold", "sobel_threshold_fused")),
                     bytes("sobel_then_threshold") / bytes("sobel_threshold_fused"));
}

std::string cpu_verdict(const StageTimes& times) {
  const auto by_card = [&](const char* stage) { return times.cpu_ms.at(stage) / times.median_ms(stage); };
  return fmt::format(
      "One thread of this host takes {:.3g} ms for the pipeline in plain C++, {:.3g} x the card, and "
      "{:.3g} ms for the one pass with Strandline's CPU backend, {:.3g} x the card.",
      times.cpu_ms.at("pipeline"), by_card("pipeline"), times.cpu_ms.at("one_pass"), by_card("one_pass"));
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
