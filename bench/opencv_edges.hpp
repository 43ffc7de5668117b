// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The same job by OpenCV's stages on the CPU.
#pragma once

#include <cstdint>

#include <opencv2/core.hpp>

#include <strandline/image_view.hpp>

namespace strandline::bench {

/// Finds edges as somebody would who puts them together from OpenCV. Keeps the intermediate images, so that no call but
/// the first pays for their memory.
class OpencvEdges {
 public:
  /// Sets OpenCV's number of threads, for the whole process. `threshold` is in the image's own units.
  OpencvEdges(AnyImageView input, ImageView<std::uint8_t> output, double threshold, int threads);

  /// Writes 255 on an edge, 0 elsewhere; borders are reflect101.
  void run();

 private:
  cv::Mat input_;
  cv::Mat output_;
  double threshold_;
  cv::Mat blurred_;
  cv::Mat x_;
  cv::Mat y_;
};

/// Version and the instruction sets that it uses here, for people to read.
std::string opencv_description();

}  // namespace strandline::bench
