// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Launches the kernels of the teaching pipeline. Images are dense; each operation takes its input to be 0 outside the
// frame.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

#include "convolution/convolution_model.hpp"

namespace strandline::lab {

/// Each begins at a multiple of 16 bytes. Edges go to `edges`, all else to `pixels`.
struct StageImages {
  const float* input = nullptr;
  float* pixels = nullptr;
  std::uint8_t* edges = nullptr;
  ImageSize size;
};

/// Of any operation but one_pass, in blocks of 32 x `block_rows` threads.
void launch_operation(const StageLaunch& launch, const StageImages& images, int block_rows, cudaStream_t stream);

}  // namespace strandline::lab
