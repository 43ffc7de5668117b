// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tests that need a card: without one they are skipped loudly, or fail where STRANDLINE_REQUIRE_GPU=1 asks for one.
#pragma once

#include <cstdlib>
#include <cuda_runtime_api.h>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace strandline::test {

/// Empty when a card can be used, else why not.
inline std::string no_gpu_because() {
  int cards = 0;
  const cudaError_t status = cudaGetDeviceCount(&cards);
  cudaGetLastError();
  if (status != cudaSuccess) return cudaGetErrorString(status);
  return cards > 0 ? "" : "there is no card";
}

inline bool gpu_is_required() {
  const char* wish = std::getenv("STRANDLINE_REQUIRE_GPU");
  return wish != nullptr && std::string_view(wish) == "1";
}

/// Base of the fixtures of tests that need a card.
class GpuTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::string reason = no_gpu_because();
    if (reason.empty()) return;
    if (gpu_is_required()) FAIL() << "STRANDLINE_REQUIRE_GPU=1, but no GPU can be used: " << reason;
    GTEST_SKIP() << "NOT TESTED, no GPU can be used: " << reason << "; STRANDLINE_REQUIRE_GPU=1 makes this a failure";
  }
};

}  // namespace strandline::test
