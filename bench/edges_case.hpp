// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// One line of the benchmark: edges of one pixel type, size and number of threads against the rest of the field.
#pragma once

#include <cstdint>

#include <strandline/pixel_type.hpp>

#include "measuring/interleaved.hpp"

namespace strandline::bench {

using namespace measuring;

struct EdgesCase {
  PixelType pixel_type = PixelType::u8;
  int threads = 1;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  bool with_opencv = true;  ///< its stages take several times the image's memory
};

struct EdgesSamples {
  Samples strandline;
  Samples opencv;      ///< empty without it
  Samples one_thread;  ///< Strandline on one; empty where `strandline` is that already
  Samples copy;        ///< memcpy of half of the bytes that edges must read and write, so that it moves as many
  Samples threshold;   ///< a threshold of the unfiltered image
  /// Share of the pixels where OpenCV, which rounds the blurred image to the pixel type, decides otherwise.
  double opencv_differs = 0;
};

/// Throws Error, before any time is taken or after, when a result is wrong.
EdgesSamples run_edges_case(const EdgesCase& edges_case, const StoppingRule& rule);

}  // namespace strandline::bench
