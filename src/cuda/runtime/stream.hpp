// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Owner of a stream.
#pragma once

#include <memory>

#include "cuda/runtime/check.hpp"

namespace strandline::cuda {

/// A stream of the current device that doesn't wait for the legacy default stream.
class Stream {
 public:
  Stream() {
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreate");
    handle_.reset(stream);
  }

  cudaStream_t get() const { return handle_.get(); }
  void synchronize() const { check(cudaStreamSynchronize(get()), "cudaStreamSynchronize"); }

 private:
  struct Destroy {
    using pointer = cudaStream_t;
    void operator()(cudaStream_t stream) const { own_status(cudaStreamDestroy(stream)); }
  };
  std::unique_ptr<CUstream_st, Destroy> handle_;
};

}  // namespace strandline::cuda
