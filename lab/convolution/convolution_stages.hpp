// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The stages on one image, each as a contestant that knows what it should have made.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "convolution/convolution_cases.hpp"
#include "convolution/convolution_findings.hpp"
#include "convolution/convolution_reference.hpp"
#include "cuda/runtime/buffer.hpp"
#include "harness/run.hpp"

namespace strandline::lab {

class ConvolutionStages {
 public:
  /// Makes the inputs that stages within the pipeline have. What the checks find goes into `findings`.
  ConvolutionStages(const ConvolutionCase& own, cudaStream_t stream, ConvolutionFindings& findings);
  ConvolutionStages(const ConvolutionStages&) = delete;
  ConvolutionStages& operator=(const ConvolutionStages&) = delete;

  /// In the order of stage_costs(). They refer to this object.
  const std::vector<Contestant>& contestants() const { return contestants_; }

  /// What the last stage that made such an image has written.
  std::vector<float> floats() const;
  std::vector<std::uint8_t> edges() const;

  /// Runs the fused stages and counts the bytes that differ from those of the staged ones.
  void compare_with_staged();

 private:
  using Enqueue = std::function<void(cudaStream_t)>;

  void make_contestants();
  void add(const std::string& name, Enqueue enqueue, std::function<void()> check);
  void add_blur(const std::string& name, Enqueue enqueue);
  void add_edges(const std::string& name, Enqueue enqueue);
  const Contestant& contestant(const std::string& name) const;
  std::vector<std::uint8_t> edges_of(const std::string& name);

  void check_blur(const std::string& stage);
  void check_edges(const std::string& stage);
  void enqueue_one_pass(cudaStream_t stream) const;

  const ConvolutionCase& case_;
  cudaStream_t stream_;
  ConvolutionFindings& findings_;
  ExpectedImages expected_;
  cuda::DeviceBuffer<float> input_;
  cuda::DeviceBuffer<float> blurred_;    // what Sobel is given
  cuda::DeviceBuffer<float> magnitude_;  // what the threshold is given
  cuda::DeviceBuffer<float> floats_;     // what stages make, also in between
  cuda::DeviceBuffer<std::uint8_t> edges_;
  std::vector<Contestant> contestants_;
};

}  // namespace strandline::lab
