// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What Strandline throws. Every message says what went wrong, where, and what to do about it.
#pragma once

#include <stdexcept>
#include <string>

#include <strandline/export.hpp>

namespace strandline {

struct STRANDLINE_API Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An argument that makes no sense: a view without data, a threshold that is not a number.
struct STRANDLINE_API InvalidArgument : Error {
  using Error::Error;
};

/// A sensible wish that this build, machine, file format or pixel type can't fulfil.
struct STRANDLINE_API Unsupported : Error {
  using Error::Error;
};

/// More memory is needed than was allowed or than there is.
struct STRANDLINE_API OutOfMemory : Error {
  using Error::Error;
};

/// A GPU, its driver or a call to it that failed; names the call and its status.
struct STRANDLINE_API DeviceError : Error {
  using Error::Error;
};

/// A file that can't be read or written: missing, truncated, corrupt, in the way, or the disk is full.
struct STRANDLINE_API FileError : Error {
  using Error::Error;
};

/// The caller's stop token asked for an end before the work was complete.
struct STRANDLINE_API Cancelled : Error {
  Cancelled() : Error("cancelled") {}
};

}  // namespace strandline
