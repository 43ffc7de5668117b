// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The places where a band can be run, and how to list, pick and force one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <strandline/band.hpp>
#include <strandline/operation.hpp>

namespace strandline {

/// What a run may use.
struct RunOptions {
  /// Most device memory that a backend on a GPU may hold; 0: half of what is free. Others ignore it.
  std::int64_t device_memory_bytes = 0;
};

/// Something that runs an operation on a band. Every backend writes the same bytes. Stateless and safe to
/// call from many threads at once.
class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string_view name() const = 0;

  /// What it runs on here (instruction set, card), for people to read.
  virtual std::string description() const = 0;

  /// Empty when the backend can run on this machine, else the reason why not.
  virtual std::string unavailable_because() const = 0;

  virtual bool supports(const Operation& operation, PixelType pixel_type) const = 0;

  /// Writes band.output; returns when it is written. Trusts its arguments: callers go through
  /// run_band(), which checks them.
  virtual void run(const Operation& operation, const Band& band, const RunOptions& options) const = 0;
};

/// All backends of this build, the slowest first.
std::span<const Backend* const> all_backends();

/// The backend of that name, or the best available one for "auto".
/// Throws Unsupported when there is none of that name or it can't run here.
const Backend& choose_backend(std::string_view name);

/// Runs `operation` on one band on the calling thread's oneTBB arena. The output may not overlap the input.
/// Throws InvalidArgument when a view is empty or overlaps, shapes disagree, or rows are missing;
/// Unsupported when the backend can't do it.
void run_band(const Backend& backend, const Operation& operation, const Band& band, const RunOptions& options = {});

}  // namespace strandline
