// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The same job by three calls of NPP, NVIDIA's library of image processing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <strandline/image_view.hpp>

#include "measuring/device_clock.hpp"

namespace strandline::bench {

using namespace measuring;

/// Keeps its intermediate images, so that no call pays for their memory.
struct NppChain {
  std::string calls;
  Enqueue enqueue;
};

/// The ways of NPP to blur, take the gradient's magnitude and compare it, each on every pixel of `input` (device
/// memory) and with border replicate, the only one that all its filters know. `threshold` is in the image's units.
/// Output is nonzero on an edge. Empty in a build without NPP.
std::vector<NppChain> npp_chains(AnyImageView input, ImageView<std::uint8_t> output, double threshold);

}  // namespace strandline::bench
