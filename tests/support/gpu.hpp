// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What a test that needs a card does where there is none: it skips and says why, or fails when a card was promised.
#pragma once

#include <cstdlib>
#include <cuda_runtime_api.h>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace strandline::test {

/// Empty when the calling thread can use a card. Asks CUDA and not our backend, whose own answer is under test.
inline std::string why_no_gpu() {
  int devices = 0;
  const cudaError_t status = cudaGetDeviceCount(&devices);
  if (status == cudaSuccess && devices > 0) return {};
  cudaGetLastError();
  return std::string("no GPU to test on: ") + cudaGetErrorString(status) + " (" + cudaGetErrorName(status) + ")";
}

/// STRANDLINE_REQUIRE_GPU=1: this machine has a card, so its absence is a failure.
inline bool gpu_is_required() {
  const char* required = std::getenv("STRANDLINE_REQUIRE_GPU");
  return required != nullptr && std::string_view(required) == "1";
}

/// For a fixture's SetUp(), after which GoogleTest doesn't run the body of a test that was skipped or has failed.
inline void require_gpu() {
  const std::string reason = why_no_gpu();
  if (reason.empty()) return;
  if (gpu_is_required()) FAIL() << reason << ", but STRANDLINE_REQUIRE_GPU=1 says that there is one";
  GTEST_SKIP() << reason;
}

/// Base of the fixtures whose tests run kernels. One that overrides SetUp() calls this one first and returns when
/// IsSkipped() or HasFatalFailure().
class GpuTest : public testing::Test {
 protected:
  void SetUp() override { require_gpu(); }
};

}  // namespace strandline::test
