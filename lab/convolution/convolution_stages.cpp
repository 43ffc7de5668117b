// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The stages on one image, each as a contestant that knows what it should have made.
#include "convolution/convolution_stages.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <strandline/cuda.hpp>

#include "convolution/convolution_kernels.hpp"
#include "harness/device_arrays.hpp"

namespace strandline::lab {
namespace {

constexpr auto kThreshold = static_cast<float>(kConvolutionThreshold);

// Neither an edge nor none nor unknown; the harness's own poison would be an edge.
constexpr int kEdgePoison = 0x55;

}  // namespace

ConvolutionStages::ConvolutionStages(const ConvolutionCase& own, cudaStream_t stream, ConvolutionFindings& findings)
    : case_(own),
      stream_(stream),
      findings_(findings),
      expected_(expect_images(own.image, own.size)),
      input_(upload(own.image)),
      blurred_(own.size.pixels()),
      magnitude_(own.size.pixels()),
      floats_(own.size.pixels()),
      edges_(own.size.pixels()) {
  launch_blur_separable(input_.data(), blurred_.data(), own.size, stream);
  launch_sobel(blurred_.data(), magnitude_.data(), own.size, stream);
  make_contestants();
}

void ConvolutionStages::make_contestants() {
  const ImageSize size = case_.size;
  const std::int64_t pixels = size.pixels();
  const float* const input = input_.data();
  const float* const blurred = blurred_.data();
  const float* const magnitude = magnitude_.data();
  float* const floats = floats_.data();
  std::uint8_t* const edges = edges_.data();

  add(
      "copy", [=](cudaStream_t stream) { launch_copy(input, floats, pixels, stream); },
      [this] { check_equal(download(floats_), case_.image, "copy"); });
  add_blur("blur_naive", [=](cudaStream_t stream) { launch_blur_naive(input, floats, size, stream); });
  for (const int pitch : {kDensePitch, kPaddedPitch}) {
    add_blur(fmt::format("blur_tiled_{}", pitch),
             [=](cudaStream_t stream) { launch_blur_tiled(input, floats, size, pitch, stream); });
  }
  add_blur("blur_separable", [=](cudaStream_t stream) { launch_blur_separable(input, floats, size, stream); });
  add(
      "sobel", [=](cudaStream_t stream) { launch_sobel(blurred, floats, size, stream); },
      [this] {
        findings_.gradient_errors[{case_.name, "sobel"}] =
            check_close(download(floats_), expected_.magnitude, kGradientTolerance, "sobel");
      });
  add_edges("threshold", [=](cudaStream_t stream) { launch_threshold(magnitude, edges, pixels, kThreshold, stream); });
  add_edges("sobel_then_threshold", [=](cudaStream_t stream) {
    launch_sobel(blurred, floats, size, stream);
    launch_threshold(floats, edges, pixels, kThreshold, stream);
  });
  add_edges("sobel_threshold_fused",
            [=](cudaStream_t stream) { launch_sobel_threshold(blurred, edges, size, kThreshold, stream); });
  add_edges("pipeline", [=](cudaStream_t stream) {
    launch_blur_separable(input, floats, size, stream);
    launch_sobel_threshold(floats, edges, size, kThreshold, stream);
  });
  add(
      "one_pass", [this](cudaStream_t stream) { enqueue_one_pass(stream); },
      [this] {
        check_equal(download(edges_), expected_.one_pass, "one_pass");
        check_edges("one_pass");
      });
}

void ConvolutionStages::add(const std::string& name, Enqueue enqueue, std::function<void()> check) {
  contestants_.push_back(
      {.name = name,
       .enqueue = std::move(enqueue),
       .poison =
           [this](cudaStream_t stream) {
             poison(floats_, stream);
             cuda::check(cudaMemsetAsync(edges_.data(), kEdgePoison, static_cast<std::size_t>(edges_.bytes()), stream),
                         "cudaMemsetAsync");
           },
       .check = std::move(check)});
}

void ConvolutionStages::add_blur(const std::string& name, Enqueue enqueue) {
  add(name, std::move(enqueue), [this, name] { check_blur(name); });
}

void ConvolutionStages::add_edges(const std::string& name, Enqueue enqueue) {
  add(name, std::move(enqueue), [this, name] { check_edges(name); });
}

void ConvolutionStages::check_blur(const std::string& stage) {
  findings_.blur_errors[{case_.name, stage}] = check_close(download(floats_), expected_.blurred, kBlurTolerance, stage);
}

void ConvolutionStages::check_edges(const std::string& stage) {
  findings_.edges[{case_.name, stage}] = compare_edges(download(edges_), expected_.magnitude, stage);
}

void ConvolutionStages::enqueue_one_pass(cudaStream_t stream) const {
  const ImageSize size = case_.size;
  cuda::enqueue_edges(ImageView<const float>(input_.data(), size.rows, size.cols),
                      ImageView<std::uint8_t>(edges_.data(), size.rows, size.cols),
                      {.threshold = kConvolutionThreshold, .border = Border::zero}, stream);
}

std::vector<float> ConvolutionStages::floats() const { return download(floats_); }
std::vector<std::uint8_t> ConvolutionStages::edges() const { return download(edges_); }

const Contestant& ConvolutionStages::contestant(const std::string& name) const {
  return *std::ranges::find(contestants_, name, &Contestant::name);
}

std::vector<std::uint8_t> ConvolutionStages::edges_of(const std::string& name) {
  contestant(name).poison(stream_);
  contestant(name).enqueue(stream_);
  cuda::check(cudaStreamSynchronize(stream_), name.c_str());
  return edges();
}

void ConvolutionStages::compare_with_staged() {
  const std::vector<std::uint8_t> staged = edges_of("sobel_then_threshold");
  for (const std::string fused : {"sobel_threshold_fused", "pipeline"}) {
    const std::vector<std::uint8_t> found = edges_of(fused);
    std::int64_t unlike = 0;
    for (std::size_t i = 0; i < staged.size(); ++i) unlike += found[i] == staged[i] ? 0 : 1;
    findings_.unlike_staged[{case_.name, fused}] = unlike;
  }
}

}  // namespace strandline::lab
