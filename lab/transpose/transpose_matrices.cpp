// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Several matrices and their results, to be used in turn, so that the L2 cache doesn't keep them from call to call.
#include "transpose/transpose_matrices.hpp"

#include <algorithm>

#include "results/check_results.hpp"
#include "results/random_inputs.hpp"
#include "transpose/transpose_reference.hpp"

namespace strandline::lab {
namespace {

// As allocations begin on so many bytes, all matrices shall.
constexpr std::int64_t kAlignBytes = 256;
constexpr std::int64_t kElementBytes = sizeof(float);

std::int64_t pitch_for(std::int64_t side) {
  constexpr std::int64_t kAlignElements = kAlignBytes / kElementBytes;
  return (side * side + kAlignElements - 1) / kAlignElements * kAlignElements;
}

std::int64_t count_for(std::int64_t pitch, std::int64_t l2_bytes) {
  constexpr std::int64_t kCachesToFill = 3;
  constexpr std::int64_t kMostPairs = 32;
  return std::min(kCachesToFill * l2_bytes / (2 * pitch * kElementBytes) + 1, kMostPairs);
}

}  // namespace

TransposeMatrices::TransposeMatrices(std::int64_t side, std::int64_t l2_bytes)
    : side_(side),
      pitch_(pitch_for(side)),
      count_(count_for(pitch_, l2_bytes)),
      input_(random_floats(elements(), -1, 1, 6)),
      turned_(transposed(input_, side)),
      found_(input_.size()),
      inputs_(count_ * pitch_),
      outputs_(count_ * pitch_) {
  for (std::int64_t pair = 0; pair < count_; ++pair) {
    cuda::check(cudaMemcpy(inputs_.data() + pair * pitch_, input_.data(), input_.size() * sizeof(float),
                           cudaMemcpyHostToDevice),
                "cudaMemcpy to the card");
  }
}

TransposeLaunch TransposeMatrices::pair(std::int64_t call) const {
  const std::int64_t first = call % count_ * pitch_;
  return {inputs_.data() + first, outputs_.data() + first, side_};
}

void TransposeMatrices::check_turned(std::int64_t call, const std::string& what) {
  check_equal(found_of(call), turned_, what);
}

void TransposeMatrices::check_copied(std::int64_t call, std::int64_t elements, const std::string& what) {
  const auto count = static_cast<std::size_t>(elements);
  check_equal(found_of(call).first(count), std::span<const float>(input_).first(count), what);
}

std::span<const float> TransposeMatrices::found_of(std::int64_t call) {
  cuda::check(cudaMemcpy(found_.data(), pair(call).output, found_.size() * sizeof(float), cudaMemcpyDeviceToHost),
              "cudaMemcpy from the card");
  return found_;
}

}  // namespace strandline::lab
