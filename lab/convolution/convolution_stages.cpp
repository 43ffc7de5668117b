// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The stages on one image, in each shape of a block, as contestants that know what they should have made.
#include "convolution/convolution_stages.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <strandline/cuda.hpp>

#include "harness/device_arrays.hpp"

namespace strandline::lab {
namespace {

// Neither an edge nor none nor unknown; the harness's own poison would be an edge.
constexpr int kEdgePoison = 0x55;

using MakesIt = bool (*)(const Stage&);

/// Fails, too, when a stage that `makes` such images was not looked at on some image, in blocks of some shape.
void judge(Run& run, const std::string& name, const Deviations& found, std::size_t images, MakesIt makes,
           const Deviation& most) {
  const auto count = static_cast<std::size_t>(std::ranges::count_if(stages(), makes));
  const std::size_t wanted = count * run.sizes("block_rows").size() * images;
  Deviation all;
  for (const auto& [stage, own] : found) {
    all.differing += own.differing;
    all.furthest = std::max(all.furthest, own.furthest);
  }
  run.gate(name, found.size() == wanted && all.differing <= most.differing && all.furthest <= most.furthest,
           fmt::format("at most {:.2g} off, {} bytes of edges differ, in {} results of {}", all.furthest, all.differing,
                       found.size(), wanted));
}

}  // namespace

void judge_findings(Run& run, const ConvolutionFindings& found) {
  // Results that are further off than this have already thrown.
  constexpr Deviation kWithinTolerance = {std::numeric_limits<std::int64_t>::max(), kGradientTolerance.absolute};
  judge(
      run, "blurs are within 1e-5 relative + 1e-6 absolute of double precision, an impulse's exactly", found.blurs,
      found.cases, [](const Stage& stage) { return stage.makes() == Operation::blur; }, kWithinTolerance);
  judge(
      run, "gradients are within 1e-4 of double precision", found.gradients, found.cases,
      [](const Stage& stage) { return stage.makes() == Operation::sobel; }, kWithinTolerance);
  judge(
      run, "edge bytes differ only within 1e-4 of the threshold", found.edges, found.cases,
      [](const Stage& stage) { return makes_staged_edges(stage) || stage.makes() == Operation::one_pass; },
      kWithinTolerance);
  judge(run, "fused and staged outputs are equal", found.unlike_staged, found.cases, makes_staged_edges, {});
}

ConvolutionStages::ConvolutionStages(ConvolutionCase own, const Run& run, ConvolutionFindings& findings)
    : case_(std::move(own)),
      stream_(run.stream()),
      findings_(findings),
      expected_(expect_images(case_.image, case_.size)),
      input_(upload(case_.image)),
      blurred_(case_.size.pixels()),
      magnitude_(case_.size.pixels()),
      pixels_(case_.size.pixels()),
      edges_(case_.size.pixels()) {
  ++findings.cases;
  launch_operation({Operation::blur, PixelSource::separable}, {input_.data(), blurred_.data(), nullptr, case_.size},
                   kLeastBlockRows, stream_);
  launch_operation({Operation::sobel}, {blurred_.data(), magnitude_.data(), nullptr, case_.size}, kLeastBlockRows,
                   stream_);
  for (const std::int64_t block_rows : run.sizes("block_rows")) {
    for (const Stage& stage : stages()) contestants_.push_back(contestant(stage, static_cast<int>(block_rows)));
  }
}

Contestant ConvolutionStages::contestant(const Stage& stage, int block_rows) {
  const std::string name = fmt::format("{} in blocks of 32 x {}", stage.name, block_rows);
  return {.name = name,
          .enqueue = [this, &stage, block_rows](cudaStream_t stream) { enqueue(stage, block_rows, stream); },
          .poison =
              [this](cudaStream_t stream) {
                poison(pixels_, stream);
                cuda::check(
                    cudaMemsetAsync(edges_.data(), kEdgePoison, static_cast<std::size_t>(edges_.bytes()), stream),
                    "cudaMemsetAsync");
              },
          .check = [this, &stage, name] { check(stage.makes(), name); },
          .work = {static_cast<double>(stage.bytes_per_pixel() * case_.size.pixels()), "bytes"}};
}

void ConvolutionStages::enqueue(const Stage& stage, int block_rows, cudaStream_t stream) const {
  const ImageSize size = case_.size;
  const Operation first = stage.launches.front().operation;
  if (first == Operation::one_pass) {
    return cuda::enqueue_edges(ImageView<const float>(input_.data(), size.rows, size.cols),
                               ImageView<std::uint8_t>(edges_.data(), size.rows, size.cols),
                               {.threshold = kConvolutionThreshold, .border = Border::zero}, stream);
  }
  const bool begins = first == Operation::copy || first == Operation::blur;
  const float* input = begins ? input_.data() : first == Operation::threshold ? magnitude_.data() : blurred_.data();
  for (const StageLaunch& launch : stage.launches) {
    launch_operation(launch, {input, pixels_.data(), edges_.data(), size}, block_rows, stream);
    input = pixels_.data();
  }
}

void ConvolutionStages::check(Operation makes, const std::string& name) {
  const std::pair key = {case_.name, name};
  switch (makes) {
    case Operation::copy:
      return check_equal(pixels(), case_.image, name);
    case Operation::blur:
      findings_.blurs[key].furthest = check_close(pixels(), expected_.blurred, case_.blur_tolerance, name);
      return;
    case Operation::sobel:
      findings_.gradients[key].furthest = check_close(pixels(), expected_.magnitude, kGradientTolerance, name);
      return;
    case Operation::one_pass:
      check_equal(edges(), expected_.one_pass, name);
      [[fallthrough]];
    case Operation::threshold:
    case Operation::sobel_threshold:
      findings_.edges[key] = compare_edges(edges(), expected_.magnitude, name);
  }
}

std::vector<float> ConvolutionStages::pixels() const { return download(pixels_); }
std::vector<std::uint8_t> ConvolutionStages::edges() const { return download(edges_); }

std::vector<std::uint8_t> ConvolutionStages::edges_of(const Contestant& contestant) const {
  contestant.poison(stream_);
  contestant.enqueue(stream_);
  cuda::check(cudaStreamSynchronize(stream_), contestant.name.c_str());
  return edges();
}

void ConvolutionStages::compare_with_staged() {
  const std::vector<std::uint8_t> staged = edges_of(contestants_[stage_index("sobel_then_threshold")]);
  for (std::size_t i = 0; i < contestants_.size(); ++i) {
    if (!makes_staged_edges(stages()[i % stages().size()])) continue;
    const std::vector<std::uint8_t> found = edges_of(contestants_[i]);
    std::int64_t unlike = 0;
    for (std::size_t pixel = 0; pixel < staged.size(); ++pixel) unlike += found[pixel] == staged[pixel] ? 0 : 1;
    findings_.unlike_staged[{case_.name, contestants_[i].name}].differing = unlike;
  }
}

}  // namespace strandline::lab
