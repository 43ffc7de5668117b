// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The teaching pipeline stage by stage, and Strandline's one pass beside it: on which images, and what must hold.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <strandline/edges.hpp>

#include "convolution/convolution_pictures.hpp"
#include "convolution/convolution_stages.hpp"
#include "random_inputs.hpp"

namespace strandline::lab {
namespace {

constexpr ImageSize kOddSides = {611, 613};
static_assert(kOddSides.rows % kTileSide != 0 && kOddSides.cols % kTileSide != 0);

constexpr const char* kPictureCase = "Blue Marble";
constexpr ImageSize kPictureSize = {1024, 1024};

// Around a corner of tiles, so that four blocks make the 25 pixels.
constexpr ImageSize kImpulseSize = {97, 131};
constexpr int kImpulseRow = kTileSide;
constexpr int kImpulseCol = 2 * kTileSide - 1;

ConvolutionCase random_case(ImageSize size) {
  constexpr std::uint32_t kSeed = 10;
  return {"pseudo-random", size, random_floats(size.pixels(), 0, 1, kSeed)};
}

/// Its blur is the 25 weights, which both precisions hold.
ConvolutionCase impulse_case() {
  ConvolutionCase own{"impulse", kImpulseSize, std::vector<float>(static_cast<std::size_t>(kImpulseSize.pixels())),
                      Tolerance{}};
  own.image[static_cast<std::size_t>(kImpulseRow * kImpulseSize.cols + kImpulseCol)] = 1;
  return own;
}

ConvolutionCase picture_case(const std::string& name, ImageSize size) { return {name, size, tiled_blue_marble(size)}; }

void check_stages(Run& run, ConvolutionStages& stages) {
  for (const Contestant& stage : stages.contestants()) run.check(stage);
  stages.compare_with_staged();
}

void judge_picture(Run& run, const ConvolutionStages& on_picture) {
  run.check(on_picture.contestants()[stage_index("pipeline")]);
  const std::vector<std::uint8_t> edges = on_picture.edges();
  const auto read = edges_through_a_file(run.pictures_folder(), kPictureSize, on_picture.pixels(), edges);
  const auto white = static_cast<double>(std::ranges::count(read, kEdge));
  const std::string found = fmt::format("{} x {} pixels, {:.3f} % white", kPictureSize.rows, kPictureSize.cols,
                                        100 * white / static_cast<double>(kPictureSize.pixels()));
  run.gate("the picture of edges, read back from its file, is what was on the card", read == edges, found);
  run.verdict(fmt::format("The pipeline's edges of the built-in picture: {}.", found));
}

using Pair = std::pair<std::string_view, std::string_view>;

/// What is compared: the times of the former stages beside those of the latter.
struct Comparison {
  std::string_view what;
  std::vector<Pair> pairs;
};

const std::vector<Comparison>& comparisons() {
  static const std::vector<Comparison> all = {
      {"Strandline's one pass", {{"one_pass", "copy"}, {"one_pass", "pipeline"}}},
      {"Tiles and separation",
       {{"blur_naive", "copy"}, {"blur_tiled_36", "blur_naive"}, {"blur_separable", "blur_naive"}}},
      {"A pad of a word a row, by one program", {{"blur_tiled_37", "blur_tiled_36"}}},
      {"Taps in constant memory, not in the instructions",
       {{"blur_naive_constant", "blur_naive"}, {"blur_tiled_constant", "blur_tiled_36"}, {"sobel_constant", "sobel"}}},
      {"Sobel's pixels and their apron in shared memory",
       {{"sobel_apron", "sobel"}, {"sobel_threshold_apron", "sobel_threshold_fused"}}},
      {"Two launches, not one", {{"sobel_then_threshold", "sobel_threshold_fused"}}}};
  return all;
}

/// What the stages took: rows of the table, a gate, and sentences.
class ConvolutionTimes {
 public:
  /// Of the contestants of ConvolutionStages.
  ConvolutionTimes(Run& run, ImageSize size, Measured measured)
      : run_(run), shapes_(run.sizes("block_rows")), size_(size), measured_(std::move(measured)) {}

  bool has_samples() const { return measured_.summaries.front().has_samples(); }

  /// `cpu` is empty when nothing was timed.
  void add_rows(const std::vector<CpuTime>& cpu) const {
    for (std::size_t shape = 0; shape < shapes_.size(); ++shape) {
      for (std::size_t i = 0; i < stages().size(); ++i) {
        Row own = row(stages()[i], shape);
        if (!cpu.empty()) {
          own.values["cpu_ms"] = cpu[i].median_ms;
          own.values["cpu_iqr_ms"] = cpu[i].iqr_ms;
          own.values["cpu_samples"] = cpu[i].samples;
        }
        run_.add(own);
      }
    }
  }

  /// There must be samples.
  void judge_pipelines() const {
    constexpr std::array<Pair, 4> kContained = {{{"sobel_then_threshold", "sobel"},
                                                 {"sobel_then_threshold", "threshold"},
                                                 {"pipeline", "blur_separable"},
                                                 {"pipeline", "sobel_threshold_fused"}}};
    std::vector<std::string> found;
    bool passed = true;
    for (std::size_t shape = 0; shape < shapes_.size(); ++shape) {
      for (const auto& [whole, part] : kContained) {
        passed = passed && ratio(whole, part, shape) >= 1;
        found.push_back(fmt::format("{} takes {:.2f} x {}", whole, ratio(whole, part, shape), part));
      }
    }
    run_.gate("a pipeline is not faster than a stage it contains", passed, fmt::format("{}", fmt::join(found, "; ")));
  }

  /// There must be samples.
  void tell(const std::vector<CpuTime>& cpu) const {
    constexpr double kNoticed = 0.02;  // less is no difference
    for (const auto& [what, pairs] : comparisons()) {
      std::vector<std::string> found;
      bool is_noticed = false;
      for (const auto& [a, b] : pairs) {
        is_noticed = is_noticed || std::abs(ratio(a, b) - 1) > kNoticed;
        found.push_back(fmt::format("{} takes {:.3f} x the time of {} (model {:.3f})", a, ratio(a, b), b,
                                    predicted_ms_of(a) / predicted_ms_of(b)));
      }
      run_.verdict(fmt::format("{}{}: {}.", what, is_noticed ? "" : " makes no difference", fmt::join(found, ", ")));
    }
    if (shapes_.size() > 1) tell_of_shapes();
    const auto one_thread = [&](std::string_view stage) {
      const CpuTime& time = cpu[stage_index(stage)];
      return fmt::format("{:.3g} ms (half of {} samples within {:.2g}), {:.3g} x the card", time.median_ms,
                         time.samples, time.iqr_ms, time.median_ms / ms(stage));
    };
    run_.verdict(
        fmt::format("One thread of this host takes {} for the pipeline in plain C++, and {} for the one pass with "
                    "Strandline's CPU backend.",
                    one_thread("pipeline"), one_thread("one_pass")));
  }

 private:
  std::size_t index(std::string_view stage, std::size_t shape) const {
    return shape * stages().size() + stage_index(stage);
  }

  double ms(std::string_view stage, std::size_t shape = 0) const {
    return measured_.summaries[index(stage, shape)].median;
  }

  /// Time of stage `a` over that of stage `b`, of the same shape.
  double ratio(std::string_view a, std::string_view b, std::size_t shape = 0) const {
    return measured_.ratio(index(a, shape), index(b, shape));
  }

  double predicted_ms_of(std::string_view stage, std::size_t shape = 0) const {
    const auto copy_bytes = static_cast<double>(stages().front().bytes_per_pixel() * size_.pixels());
    return predicted_ms(stages()[stage_index(stage)], static_cast<int>(shapes_[shape]), size_.pixels(),
                        {.bytes_per_ms = copy_bytes / ms("copy", shape),
                         .wavefronts_per_ms = wavefronts_per_ms(run_.card().multiprocessors, run_.clock_mhz())});
  }

  Row row(const Stage& stage, std::size_t shape) const {
    const Summary& time = measured_.summaries[index(stage.name, shape)];
    Row row{.parameters = {{"stage", stage.name},
                           {"block_rows", shapes_[shape]},
                           {"rows", size_.rows},
                           {"cols", size_.cols}},
            .measured = {{"time", time}},
            .values = {{"bytes", stage.bytes_per_pixel() * size_.pixels()}}};
    if (!has_samples()) return row;
    const auto bytes_of_copy =
        static_cast<double>(stage.bytes_per_pixel()) / static_cast<double>(stages().front().bytes_per_pixel());
    constexpr double kBytesPerMsPerGbPerS = 1e6;
    row.values["gb_per_s"] = row.values["bytes"].get<double>() / time.median / kBytesPerMsPerGbPerS;
    row.values["fraction_of_copy"] = bytes_of_copy * ratio("copy", stage.name, shape);
    if (stage.makes() == Operation::copy) return row;  // all others are predicted from the copy
    const double predicted = predicted_ms_of(stage.name, shape);
    row.predicted = {{"time", predicted}, {"fraction_of_copy", bytes_of_copy * ms("copy", shape) / predicted}};
    return row;
  }

  void tell_of_shapes() const {
    const std::size_t last = shapes_.size() - 1;
    std::vector<std::string> found;
    for (const std::string_view stage :
         {"blur_naive", "blur_tiled_36", "blur_separable", "sobel", "sobel_threshold_fused", "sobel_threshold_apron"}) {
      found.push_back(fmt::format("{} {:.2f} (model {:.2f})", stage,
                                  measured_.ratio(index(stage, last), index(stage, 0)),
                                  predicted_ms_of(stage, last) / predicted_ms_of(stage, 0)));
    }
    run_.verdict(
        fmt::format("Blocks of 32 x {} threads, {} a thread, beside 32 x {}, {} a thread: times in ratio are {}.",
                    shapes_[last], rows_per_thread(static_cast<int>(shapes_[last])), shapes_[0],
                    rows_per_thread(static_cast<int>(shapes_[0])), fmt::join(found, ", ")));
  }

  Run& run_;
  const std::vector<std::int64_t>& shapes_;
  ImageSize size_;
  Measured measured_;
};

void time_stages(Run& run, ConvolutionFindings& findings) {
  const ImageSize size = {static_cast<int>(run.size("rows")), static_cast<int>(run.size("cols"))};
  ConvolutionStages stages(picture_case("timed", size), run, findings);
  const ConvolutionTimes times(run, size, run.measure(stages.contestants()));
  stages.compare_with_staged();
  std::vector<CpuTime> cpu;
  if (times.has_samples()) cpu = time_on_cpu(stages.own().image, size, run.quick());
  times.add_rows(cpu);
  if (!times.has_samples()) return run.skip("gates and verdicts on times, since there are no samples");
  times.judge_pipelines();
  times.tell(cpu);
}

}  // namespace

void run_convolution(Run& run) {
  if (!run.pictures_folder().empty()) prepare_convolution_pictures(run.pictures_folder());
  ConvolutionFindings findings;
  for (const ConvolutionCase& own :
       {random_case(kOddSides), impulse_case(), picture_case(kPictureCase, kPictureSize)}) {
    ConvolutionStages stages(own, run, findings);
    check_stages(run, stages);
    if (own.name == kPictureCase) judge_picture(run, stages);
  }
  time_stages(run, findings);
  judge_findings(run, findings);
}

}  // namespace strandline::lab
