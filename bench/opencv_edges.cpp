// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The same job by OpenCV's stages on the CPU.
//
// Of the stages that we tried on OpenCV 4.6 no others were faster by more than the noise of a busy machine (4096 x
// 4096, u8, u16 and f32, one and two threads, interleaved in one run). The time of the others over that of these:
//     magnitude into an image of its own                           1.0 to 1.1
//     ... and threshold() and a conversion for compare()           1.0 to 1.2
//     squares and their sum for magnitude()                        0.8 to 1.1
//     sepFilter2D() for GaussianBlur()                             1.0 to 1.1
//     u8: gradients of 16 bits, then conversions to f32            1.2
//     u8: spatialGradient(), then conversions to f32               0.9 to 1.1
//     intermediate images allocated anew by every call             about 2 (in another run)
// Cut by hand into stripes of 32 rows with their halo, so that the intermediate images stay in cache, they took 0.6 to
// 0.8 of the time. That is no stage of OpenCV's but half of the work that Strandline takes off its users.
#include "opencv_edges.hpp"

#include <algorithm>
#include <string>

#include <opencv2/imgproc.hpp>

#include <strandline/error.hpp>

namespace strandline::bench {
namespace {

int depth_of(PixelType type) { return type == PixelType::u8 ? CV_8U : type == PixelType::u16 ? CV_16U : CV_32F; }

cv::Mat wrap(const void* pixels, int depth, std::int64_t rows, std::int64_t cols, std::int64_t stride_bytes) {
  return {static_cast<int>(rows), static_cast<int>(cols), depth, const_cast<void*>(pixels),
          static_cast<std::size_t>(stride_bytes)};
}

}  // namespace

OpencvEdges::OpencvEdges(AnyImageView input, ImageView<std::uint8_t> output, double threshold, int threads)
    : input_(wrap(input.data, depth_of(input.pixel_type), input.rows, input.cols, input.stride_bytes)),
      output_(wrap(output.data, CV_8U, output.rows, output.cols, output.stride_bytes)),
      threshold_(threshold) {
  cv::setNumThreads(threads);
  if (cv::getNumThreads() != threads) {
    throw Unsupported(
        "OpenCV does not take the number of threads it is told, use an OpenCV that is built with threads");
  }
}

void OpencvEdges::run() {
  constexpr int kBorder = cv::BORDER_REFLECT_101;
  cv::GaussianBlur(input_, blurred_, {5, 5}, 0, 0, kBorder);  // of that size without a sigma: 1 4 6 4 1
  cv::Sobel(blurred_, x_, CV_32F, 1, 0, 3, 1, 0, kBorder);
  cv::Sobel(blurred_, y_, CV_32F, 0, 1, 3, 1, 0, kBorder);
  cv::magnitude(x_, y_, x_);
  cv::compare(x_, threshold_, output_, cv::CMP_GT);
}

std::string opencv_description() {
  std::string features = cv::getCPUFeaturesLine();
  std::erase(features, '*');  // its mark for what is chosen at run time
  return std::string("OpenCV ") + CV_VERSION + " (" + features + ")";
}

}  // namespace strandline::bench
