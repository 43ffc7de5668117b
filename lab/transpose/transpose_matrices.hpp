// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Several matrices and their results, to be used in turn, so that the L2 cache doesn't keep them from call to call.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/device_arrays.hpp"
#include "transpose/transpose_kernels.hpp"

namespace strandline::lab {

/// All have the same content.
class TransposeMatrices {
 public:
  TransposeMatrices(std::int64_t side, std::int64_t l2_bytes);

  std::int64_t elements() const { return side_ * side_; }
  /// What all pairs take together.
  std::int64_t bytes() const { return inputs_.bytes() + outputs_.bytes(); }
  /// The one whose turn it is.
  TransposeLaunch pair(std::int64_t call) const;

  void poison_outputs(cudaStream_t stream) const { poison(outputs_, stream); }
  /// Of the pair of that call. Throws CheckFailed.
  void check_turned(std::int64_t call, const std::string& what);
  /// The first `elements` of them. Throws CheckFailed.
  void check_copied(std::int64_t call, std::int64_t elements, const std::string& what);

 private:
  std::span<const float> found_of(std::int64_t call);

  std::int64_t side_;
  std::int64_t pitch_;  // elements from matrix to matrix
  std::int64_t count_;
  std::vector<float> input_;
  std::vector<float> turned_;
  std::vector<float> found_;
  cuda::DeviceBuffer<float> inputs_;
  cuda::DeviceBuffer<float> outputs_;
};

}  // namespace strandline::lab
