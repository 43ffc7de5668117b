// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The stages on one image, in each shape of a block, as contestants that know what they should have made.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "convolution/convolution_kernels.hpp"
#include "convolution/convolution_reference.hpp"
#include "cuda/runtime/buffer.hpp"
#include "harness/run.hpp"

namespace strandline::lab {

struct ConvolutionCase {
  std::string name;
  ImageSize size;
  std::vector<float> image;  ///< (rows, cols), from 0 to 1
  Tolerance blur_tolerance = kBlurTolerance;
};

/// By case and contestant: one entry however often it was checked.
using Deviations = std::map<std::pair<std::string, std::string>, Deviation>;

/// What the checks of all cases have found.
struct ConvolutionFindings {
  Deviations blurs;
  Deviations gradients;
  Deviations edges;
  Deviations unlike_staged;  ///< bytes that differ from those of Sobel and threshold in two launches
  std::size_t cases = 0;
};

/// The gates that need no times. Each fails, too, when a stage was not looked at on some image.
void judge_findings(Run& run, const ConvolutionFindings& found);

class ConvolutionStages {
 public:
  /// Makes the inputs that stages within the pipeline have.
  ConvolutionStages(ConvolutionCase own, const Run& run, ConvolutionFindings& findings);
  ConvolutionStages(const ConvolutionStages&) = delete;
  ConvolutionStages& operator=(const ConvolutionStages&) = delete;

  /// For each number of block rows those of stages(), in their order. They refer to this object.
  const std::vector<Contestant>& contestants() const { return contestants_; }
  /// What the last stage that made such an image has written.
  std::vector<float> pixels() const;
  std::vector<std::uint8_t> edges() const;
  const ConvolutionCase& own() const { return case_; }

  /// Runs those that make edges in several steps and counts the bytes that differ.
  void compare_with_staged();

 private:
  Contestant contestant(const Stage& stage, int block_rows);
  void enqueue(const Stage& stage, int block_rows, cudaStream_t stream) const;
  void check(Operation makes, const std::string& name);
  std::vector<std::uint8_t> edges_of(const Contestant& contestant) const;

  ConvolutionCase case_;
  cudaStream_t stream_;
  ConvolutionFindings& findings_;
  ExpectedImages expected_;
  cuda::DeviceBuffer<float> input_;
  cuda::DeviceBuffer<float> blurred_;    // what Sobel is given
  cuda::DeviceBuffer<float> magnitude_;  // what the threshold is given
  cuda::DeviceBuffer<float> pixels_;     // what stages make, also in between
  cuda::DeviceBuffer<std::uint8_t> edges_;
  std::vector<Contestant> contestants_;
};

}  // namespace strandline::lab
