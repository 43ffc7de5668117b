// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Owner of an event.
#pragma once

#include <memory>

#include "cuda/runtime/check.hpp"

namespace strandline::cuda {

/// A point in a stream's work. cudaEventDisableTiming makes waiting for it cheaper; leave it out to measure.
class Event {
 public:
  explicit Event(unsigned flags = cudaEventDefault) {
    cudaEvent_t event = nullptr;
    check(cudaEventCreateWithFlags(&event, flags), "cudaEventCreate");
    handle_.reset(event);
  }

  cudaEvent_t get() const { return handle_.get(); }
  void record(cudaStream_t stream) { check(cudaEventRecord(get(), stream), "cudaEventRecord"); }
  void synchronize() const { check(cudaEventSynchronize(get()), "cudaEventSynchronize"); }

 private:
  struct Destroy {
    using pointer = cudaEvent_t;
    void operator()(cudaEvent_t event) const { own_status(cudaEventDestroy(event)); }
  };
  std::unique_ptr<CUevent_st, Destroy> handle_;
};

/// Milliseconds between two events that have been reached.
inline float elapsed_ms(const Event& from, const Event& to) {
  float ms = 0;
  check(cudaEventElapsedTime(&ms, from.get(), to.get()), "cudaEventElapsedTime");
  return ms;
}

}  // namespace strandline::cuda
