// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The teaching pipeline stage by stage, and Strandline's one pass beside it.
#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "convolution/convolution_cases.hpp"
#include "convolution/convolution_cpu_times.hpp"
#include "convolution/convolution_findings.hpp"
#include "convolution/convolution_model.hpp"
#include "convolution/convolution_pictures.hpp"
#include "convolution/convolution_stages.hpp"
#include "convolution/convolution_verdicts.hpp"
#include "harness/run.hpp"

namespace strandline::lab {
namespace {

constexpr std::array kBlurs = {"blur_naive", "blur_tiled_36", "blur_tiled_37", "blur_separable"};

const Contestant& contestant_of(const ConvolutionStages& stages, std::string_view name) {
  return *std::ranges::find(stages.contestants(), name, &Contestant::name);
}

void check_stages(Run& run, ConvolutionStages& stages) {
  for (const Contestant& stage : stages.contestants()) run.check(stage);
  stages.compare_with_staged();
}

void judge_impulse(Run& run, const ConvolutionStages& stages, ImageSize size) {
  std::vector<std::string> found;
  bool passed = true;
  for (const std::string_view blur : kBlurs) {
    run.check(contestant_of(stages, blur));
    const ImpulseResponse response = impulse_response(stages.floats(), size, kImpulseRow, kImpulseCol);
    passed = passed && response.peak_row == kImpulseRow && response.peak_col == kImpulseCol &&
             response.equal_taps == kBlurTaps * kBlurTaps && response.sum == 1;
    found.push_back(fmt::format("{}: peak at ({}, {}), {} of 25 taps equal, sum {}", blur, response.peak_row,
                                response.peak_col, response.equal_taps, response.sum));
  }
  run.gate(fmt::format("an impulse at ({}, {}) becomes the 25 weights", kImpulseRow, kImpulseCol), passed,
           fmt::format("{}", fmt::join(found, "; ")));
}

void write_pictures(Run& run, const ConvolutionStages& stages, ImageSize size) {
  if (run.pictures_folder().empty()) return;
  run.check(contestant_of(stages, "pipeline"));
  write_convolution_pictures(run.pictures_folder(), size, stages.floats(), stages.edges());
}

/// What the cases that aren't timed show. Returns how many there were.
std::size_t check_untimed_cases(Run& run, ConvolutionFindings& findings) {
  std::size_t cases = 0;
  for (const ConvolutionCase& own : {odd_sides_case(), impulse_case(), blue_marble_case()}) {
    ConvolutionStages stages(own, run.stream(), findings);
    check_stages(run, stages);
    if (own.name == kImpulseCase) judge_impulse(run, stages, own.size);
    if (own.name == kBlueMarbleCase) write_pictures(run, stages, own.size);
    ++cases;
  }
  return cases;
}

Row make_row(const StageCost& stage, const ConvolutionCase& own, const Summary& summary, double cpu_ms) {
  return {.parameters = {{"stage", stage.name}, {"rows", own.size.rows}, {"cols", own.size.cols}},
          .measured = {{"time", summary}},
          .values = {{"bytes", stage.bytes_per_pixel() * own.size.pixels()}, {"cpu_ms", cpu_ms}}};
}

void add_rates(Row& row, const StageTimes& times, std::size_t index, const Run& run) {
  const StageCost& stage = stage_costs()[index];
  const std::int64_t pixels = times.size.pixels();
  const double ms = times.measured.summaries[index].median;
  const double bytes = static_cast<double>(stage.bytes_per_pixel() * pixels);
  const double copy_bytes = static_cast<double>(stage_costs().front().bytes_per_pixel() * pixels);
  const double copy_ms = times.measured.summaries.front().median;
  constexpr double kBytesPerMsPerGbPerS = 1e6;
  row.values["gb_per_s"] = bytes / ms / kBytesPerMsPerGbPerS;
  row.values["fraction_of_copy"] = bytes / copy_bytes * times.measured.ratio(0, index);
  if (index == 0) return;  // all others are predicted from the copy
  const CardRates rates = {copy_bytes / copy_ms, wavefronts_per_ms(run.card().multiprocessors, run.clock_mhz())};
  const double predicted = predicted_ms(stage, pixels, rates);
  row.predicted = {{"time", predicted}, {"fraction_of_copy", bytes / predicted / rates.bytes_per_ms}};
}

/// A pipeline can't be faster than a stage it contains.
void judge_pipelines(Run& run, const StageTimes& times) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kContained = {
      {{"sobel_then_threshold", "sobel"},
       {"sobel_then_threshold", "threshold"},
       {"pipeline", "blur_separable"},
       {"pipeline", "sobel_threshold_fused"}}};
  std::vector<std::string> found;
  bool passed = true;
  for (const auto& [whole, part] : kContained) {
    const double ratio = times.ratio(whole, part);
    passed = passed && ratio >= 1;
    found.push_back(fmt::format("{} takes {:.2f} x {}", whole, ratio, part));
  }
  run.gate("a pipeline is not faster than a stage it contains", passed, fmt::format("{}", fmt::join(found, "; ")));
}

void time_stages(Run& run, ConvolutionFindings& findings) {
  const ConvolutionCase own = random_case({static_cast<int>(run.size("rows")), static_cast<int>(run.size("cols"))});
  ConvolutionStages stages(own, run.stream(), findings);
  const StageTimes times{own.size, run.measure(stages.contestants()), time_on_cpu(own)};
  stages.compare_with_staged();
  const bool has_samples = times.measured.summaries.front().has_samples();
  for (std::size_t i = 0; i < stage_costs().size(); ++i) {
    const StageCost& stage = stage_costs()[i];
    Row row = make_row(stage, own, times.measured.summaries[i], times.cpu_ms.at(stage.name));
    if (has_samples) add_rates(row, times, i, run);
    run.add(row);
  }
  if (!has_samples) return run.skip("gates and verdicts on times, since the clock sagged in all rounds");
  judge_pipelines(run, times);
  tell_verdicts(run, times);
}

}  // namespace

void run_convolution(Run& run) {
  if (!run.pictures_folder().empty()) prepare_convolution_pictures(run.pictures_folder());
  ConvolutionFindings findings;
  std::size_t cases = check_untimed_cases(run, findings);
  time_stages(run, findings);
  ++cases;
  judge_findings(run, findings, cases);
}

}  // namespace strandline::lab
