// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The GPU as a Backend: what it says about itself, and what becomes of its errors.
#include "cuda/cuda_backend.hpp"

#include <mutex>

#include <fmt/format.h>

#include <strandline/error.hpp>

#include "cuda/host_band.hpp"
#include "cuda/host_chunks.hpp"
#include "cuda/host_probe.hpp"
#include "cuda/runtime/check.hpp"

namespace strandline::cuda {
namespace {

// Host memory that the driver keeps resident for one process that has made a card ready: its libraries, its own
// page-locked buffers and our kernels. Not measured yet; to be replaced by a figure from evidence/.
constexpr std::int64_t kDriverHostBytes = std::int64_t{192} << 20;

class CudaBackend final : public Backend {
 public:
  std::string_view name() const override { return "cuda"; }
  std::string description() const override { return card_description(); }

  std::string unavailable_because() const override {
    const std::string failure = this->failure();
    return failure.empty() ? unusable_because() : "it failed earlier in this process: " + failure;
  }

  bool supports(const Operation&, PixelType) const override { return true; }

  std::int64_t host_memory_bytes() const override { return kDriverHostBytes + kStagingBytes; }

  void run(const Operation& operation, const Band& band, const RunOptions& options) const override {
    if (const std::string earlier = failure(); !earlier.empty()) refuse(earlier);
    try {
      run_host_band(operation, band, options);
    } catch (const DeviceError& error) {
      if (lasting_error() == cudaSuccess) throw;
      set_failure(error.what());
      refuse(error.what());
    }
  }

 private:
  [[noreturn]] static void refuse(const std::string& failure) {
    throw DeviceError(
        fmt::format("{}; this process can't use the card any more, start it again or choose backend cpu", failure));
  }

  std::string failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
  }
  void set_failure(const std::string& failure) const {
    const std::lock_guard lock(mutex_);
    if (failure_.empty()) failure_ = failure;
  }

  mutable std::mutex mutex_;
  mutable std::string failure_;
};

}  // namespace

const Backend& backend() {
  static const auto& instance = *new CudaBackend;  // never destroyed: a call may come while the process ends
  return instance;
}

}  // namespace strandline::cuda
