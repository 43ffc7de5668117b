// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the lessons' exercises share: gates that are printed and counted, and memory on a card where there is one.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace lessons {

inline void check(cudaError_t status, const char* call) {
  if (status != cudaSuccess) throw std::runtime_error(std::string(call) + ": " + cudaGetErrorString(status));
}

/// Elements in a card's memory.
template <class T>
class OnCard {
 public:
  /// Bytes of 0xcd, which make a value that no exercise expects.
  explicit OnCard(std::size_t size) : size_(size) {
    void* memory = nullptr;
    check(cudaMalloc(&memory, size_ * sizeof(T)), "cudaMalloc");
    elements_.reset(static_cast<T*>(memory));
    check(cudaMemset(memory, 0xcd, size_ * sizeof(T)), "cudaMemset");
  }

  explicit OnCard(const std::vector<T>& elements) : OnCard(elements.size()) {
    check(cudaMemcpy(data(), elements.data(), size_ * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
  }

  T* data() const { return elements_.get(); }

  /// Waits for the kernels that were launched before.
  std::vector<T> fetch() const {
    std::vector<T> elements(size_);
    check(cudaMemcpy(elements.data(), data(), size_ * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy back");
    return elements;
  }

 private:
  struct Free {
    void operator()(T* memory) const { cudaFree(memory); }
  };
  std::unique_ptr<T, Free> elements_;
  std::size_t size_ = 0;
};

/// Empty when a card can be used, else why not.
inline std::string no_card_because() {
  int driver = 0;
  // Without a driver CUDA would say that its version is insufficient.
  if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) return "there is no NVIDIA driver";
  int cards = 0;
  const cudaError_t status = cudaGetDeviceCount(&cards);
  if (status != cudaSuccess) return cudaGetErrorString(status);
  return cards > 0 ? "" : "there is none";
}

/// Prints each gate as PASSED, FAILED or SKIPPED.
class Gates {
 public:
  void expect(bool holds, const std::string& gate, const std::string& found) {
    say(holds ? "PASSED" : "FAILED", gate, found);
    if (!holds) exit_status_ = EXIT_FAILURE;
  }

  /// Gives `call` the addresses of `input` and of as many elements for its result, which is to be `right`.
  template <class T, class U, class Call>
  void expect_on_card(const std::vector<T>& input, const std::vector<U>& right, Call&& call) {
    const std::string gate = "results on a card";
    if (const std::string reason = no_card_because(); !reason.empty()) return skip(gate, "no card: " + reason);
    try {
      const OnCard<T> source(input);
      const OnCard<U> result(right.size());
      call(source.data(), result.data());
      check(cudaGetLastError(), "the launch");
      expect_equal(gate, result.fetch(), right);
    } catch (const std::exception& error) {
      expect(false, gate, error.what());
    }
  }

  void expect_count(const std::string& gate, const std::string& what, int count, int right) {
    expect(count == right, gate, what + ": " + std::to_string(count) + ", should be " + std::to_string(right));
  }

  void expect_none_wrong(const std::string& gate, int wrong, int all) {
    expect(wrong == 0, gate, std::to_string(wrong) + " of " + std::to_string(all) + " are wrong");
  }

  int exit_status() const { return exit_status_; }

 private:
  static void say(const char* verdict, const std::string& gate, const std::string& found) {
    std::printf("%-7s %s: %s\n", verdict, gate.c_str(), found.c_str());
  }

  /// STRANDLINE_REQUIRE_GPU=1 makes it a failure.
  void skip(const std::string& gate, const std::string& reason) {
    const char* wish = std::getenv("STRANDLINE_REQUIRE_GPU");
    if (wish != nullptr && std::string_view(wish) == "1") return expect(false, gate, reason);
    say("SKIPPED", gate, reason);
  }

  template <class U>
  void expect_equal(const std::string& gate, const std::vector<U>& found, const std::vector<U>& right) {
    int wrong = 0;
    for (std::size_t i = 0; i < right.size(); ++i) wrong += found[i] == right[i] ? 0 : 1;
    expect_none_wrong(gate, wrong, static_cast<int>(right.size()));
  }

  int exit_status_ = EXIT_SUCCESS;
};

}  // namespace lessons
