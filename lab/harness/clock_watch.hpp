// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Notices when the card's clock sags, so that what was timed meanwhile can be thrown away.
#pragma once

#include <cuda_runtime_api.h>

#include "cuda/runtime/buffer.hpp"
#include "harness/harness_kernels.hpp"

namespace strandline::lab {

/// Reads clock64 against globaltimer inside a kernel.
class ClockWatch {
 public:
  /// Takes the clock of a card that is awake as what it should be.
  explicit ClockWatch(cudaStream_t stream);

  double usual_mhz() const { return usual_mhz_; }
  /// Waits for the stream and reads the clock now.
  double read_mhz();
  /// Whether the clock is as it was at the beginning, or higher. Waits for the stream.
  bool is_steady() { return read_mhz() >= kLeastShare * usual_mhz_; }

  /// Below this share of the usual clock a round doesn't count.
  static constexpr double kLeastShare = 0.97;

 private:
  cudaStream_t stream_;
  cuda::PinnedBuffer<ClockReading> reading_{1};
  double usual_mhz_ = 0;
};

}  // namespace strandline::lab
