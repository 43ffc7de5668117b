// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Several matrices and their results, to be used in turn, so that the L2 cache doesn't keep them from call to call.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/device_arrays.hpp"
#include "random_inputs.hpp"
#include "results/check_results.hpp"
#include "transpose/transpose_kernels.hpp"
#include "transpose/transpose_reference.hpp"

namespace strandline::lab {

/// All have the same content.
class TransposeMatrices {
 public:
  TransposeMatrices(std::int64_t side, std::int64_t l2_bytes)
      : side_(side),
        count_(std::min(kCachesToFill * l2_bytes / (2 * pitch() * kElementBytes) + 1, kMostPairs)),
        input_(random_floats(elements(), -1, 1, 6)),
        turned_(transposed(input_, side)),
        found_(input_.size()),
        inputs_(count_ * pitch()),
        outputs_(count_ * pitch()) {
    for (std::int64_t i = 0; i < count_; ++i) {
      cuda::check(cudaMemcpy(inputs_.data() + i * pitch(), input_.data(), input_.size() * sizeof(float),
                             cudaMemcpyHostToDevice),
                  "cudaMemcpy to the card");
    }
  }

  std::int64_t elements() const { return side_ * side_; }
  /// What all pairs take together.
  std::int64_t bytes() const { return inputs_.bytes() + outputs_.bytes(); }
  /// The pair whose turn it is.
  TransposeLaunch pair(std::int64_t call) const {
    const std::int64_t first = call % count_ * pitch();
    return {inputs_.data() + first, outputs_.data() + first, side_};
  }

  void poison_outputs(cudaStream_t stream) const { poison(outputs_, stream); }
  /// Of the pair of that call. Throws CheckFailed.
  void check_turned(std::int64_t call, const std::string& what) { check_equal(found_of(call), turned_, what); }
  /// The first `count` elements. Throws CheckFailed.
  void check_copied(std::int64_t call, std::int64_t count, const std::string& what) {
    const auto first = static_cast<std::size_t>(count);
    check_equal(found_of(call).first(first), std::span<const float>(input_).first(first), what);
  }

 private:
  static constexpr std::int64_t kElementBytes = sizeof(float);
  static constexpr std::int64_t kCachesToFill = 3;
  static constexpr std::int64_t kMostPairs = 32;

  /// Elements from matrix to matrix. As allocations begin on 256 bytes, all matrices shall.
  std::int64_t pitch() const {
    constexpr std::int64_t kAlignElements = 256 / kElementBytes;
    return (elements() + kAlignElements - 1) / kAlignElements * kAlignElements;
  }

  std::span<const float> found_of(std::int64_t call) {
    cuda::check(cudaMemcpy(found_.data(), pair(call).output, found_.size() * sizeof(float), cudaMemcpyDeviceToHost),
                "cudaMemcpy from the card");
    return found_;
  }

  std::int64_t side_;
  std::int64_t count_;
  std::vector<float> input_;
  std::vector<float> turned_;
  std::vector<float> found_;
  cuda::DeviceBuffer<float> inputs_;
  cuda::DeviceBuffer<float> outputs_;
};

}  // namespace strandline::lab
