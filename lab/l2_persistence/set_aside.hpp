// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The part of the L2 cache that the card keeps for persisting accesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cuda_runtime_api.h>

#include "cuda/runtime/check.hpp"

namespace strandline::lab {

/// Leaves the card as it was found, and nothing persisting in its cache.
class SetAside {
 public:
  SetAside() : before_(read()), now_(before_) {}
  SetAside(const SetAside&) = delete;
  SetAside& operator=(const SetAside&) = delete;
  ~SetAside() {
    cudaCtxResetPersistingL2Cache();
    cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, before_);
    cudaGetLastError();  // a destructor has nobody to tell
  }

  std::size_t before() const { return before_; }

  /// The card may give less or more; see granted(). Throws DeviceError.
  void ask_for(std::size_t bytes) {
    if (bytes == now_) return;
    cuda::check(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, bytes), "cudaDeviceSetLimit");
    now_ = bytes;
  }

  std::int64_t granted() const { return static_cast<std::int64_t>(read()); }

 private:
  static std::size_t read() {
    std::size_t bytes = 0;
    cuda::check(cudaDeviceGetLimit(&bytes, cudaLimitPersistingL2CacheSize), "cudaDeviceGetLimit");
    return bytes;
  }

  std::size_t before_;
  std::size_t now_;
};

}  // namespace strandline::lab
