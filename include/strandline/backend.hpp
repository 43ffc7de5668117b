// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The places where a band can be run, and how to list, pick and force one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <strandline/band.hpp>
#include <strandline/export.hpp>
#include <strandline/operation.hpp>

namespace strandline {

/// What a run may use.
struct RunOptions {
  /// Most device memory that a backend on a GPU may hold for images, in all calls that run at once; 0: half of what is
  /// free. What the driver takes for itself is not counted. Other backends ignore it.
  std::int64_t device_memory_bytes = 0;
};

/// Something that runs an operation on a band. Every backend writes the same bytes. Stateless and safe to
/// call from many threads at once.
class STRANDLINE_API Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string_view name() const = 0;

  /// What it runs on here (instruction set, card), for people to read.
  virtual std::string description() const = 0;

  /// Empty when the backend can run on this machine, else the reason why not.
  virtual std::string unavailable_because() const = 0;

  virtual bool supports(const Operation& operation, PixelType pixel_type) const = 0;

  /// Resident host memory that it may hold beside the views that it is given, for plans to count.
  virtual std::int64_t host_memory_bytes() const { return 0; }

  /// Writes band.output; returns when it is written. Trusts its arguments: callers go through
  /// run_band(), which checks them.
  virtual void run(const Operation& operation, const Band& band, const RunOptions& options) const = 0;
};

/// All backends of this build, the slowest first.
STRANDLINE_API std::span<const Backend* const> all_backends();

/// What is known of the work when a backend is chosen.
struct Workload {
  PixelType pixel_type = PixelType::u8;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  int threads = 1;
  /// Input and output are in page-locked memory, which a GPU reads and writes by itself.
  bool page_locked = false;
};

/// The backend of that name, or for "auto" the one that is done with the work first, its start-up included: "cpu",
/// unless "cuda" can run here and wins. The rule and its figures are in src/api/backend_choice.hpp. Without a workload
/// "auto" is "cpu", which has no start-up. Throws Unsupported when there is none of that name or it can't run here.
STRANDLINE_API const Backend& choose_backend(std::string_view name, const Workload& work = {});

/// Runs `operation` on one band on the calling thread's oneTBB arena. The output may not overlap the input.
/// Throws InvalidArgument when a view is empty or overlaps, shapes disagree, or rows are missing;
/// Unsupported when the backend can't do it; OutOfMemory when the host's memory or a GPU's is exhausted, DeviceError
/// when a GPU fails. What edges() says of the caller's floating-point state, tasks and exit holds here too.
STRANDLINE_API void run_band(const Backend& backend, const Operation& operation, const Band& band,
                             const RunOptions& options = {});

}  // namespace strandline
