// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Many cases on the card at once: one synchronisation for hundreds of launches, results computed on the host meanwhile.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <tbb/parallel_for.h>

#include "support/device_case.hpp"

namespace strandline::test {

class DeviceBatch {
 public:
  /// Works on `stream` and holds the cases to the bytes that `oracle` writes.
  DeviceBatch(const Backend& oracle, cudaStream_t stream) : oracle_(oracle), stream_(stream) {}

  /// Runs what was added so far when it has become much.
  void add(DeviceCase one) {
    bytes_ += one.bytes();
    cases_.push_back(std::move(one));
    if (bytes_ > kBytesAtOnce || cases_.size() >= kCasesAtOnce) run();
  }

  void upload() const {
    for (const DeviceCase& one : cases_) one.upload(stream_);
    cuda::check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
  }

  void enqueue() const {
    for (const DeviceCase& one : cases_) one.enqueue(stream_);
  }

  /// After upload() and launches by the caller: whether the cases that are held came out right. Waits for the stream.
  testing::AssertionResult result_of_launches() {
    compare();
    return report();
  }

  std::vector<DeviceCase>& cases() { return cases_; }

  /// Runs what is left. False when any case differed, or when there was none.
  testing::AssertionResult result() {
    run();
    return report();
  }

 private:
  static constexpr std::int64_t kBytesAtOnce = std::int64_t{256} << 20;
  static constexpr std::size_t kCasesAtOnce = 2000;
  static constexpr std::int64_t kMostReported = 8;

  void run() {
    upload();
    enqueue();
    compare();
    cases_.clear();
    bytes_ = 0;
  }

  void compare() {
    tbb::parallel_for(std::size_t{0}, cases_.size(), [&](std::size_t i) { cases_[i].run_on_host(oracle_); });
    for (const DeviceCase& one : cases_) {
      ++compared_;
      const std::string difference = one.difference(stream_);
      if (difference.empty()) continue;
      ++different_;
      if (different_ <= kMostReported) report_ += difference + "\n";
    }
  }

  testing::AssertionResult report() const {
    if (compared_ == 0) return testing::AssertionFailure() << "no case was run";
    if (different_ == 0) return testing::AssertionSuccess();
    return testing::AssertionFailure() << different_ << " of " << compared_ << " cases differ:\n" << report_;
  }

  const Backend& oracle_;
  cudaStream_t stream_;
  std::vector<DeviceCase> cases_;
  std::int64_t bytes_ = 0;
  std::int64_t compared_ = 0;
  std::int64_t different_ = 0;
  std::string report_;
};

}  // namespace strandline::test
