// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Names what failed, why and where.
#include "cuda/runtime/check.hpp"

#include <string_view>

#include <fmt/format.h>

#include <strandline/error.hpp>

namespace strandline::cuda {
namespace {

std::string_view file_name(const char* path) {
  const std::string_view text(path);
  return text.substr(text.find_last_of('/') + 1);
}

}  // namespace

void check(cudaError_t status, const char* what, std::source_location where) {
  if (own_status(status) == cudaSuccess) return;
  const std::string message = fmt::format("{} failed at {}:{}, {} ({})", what, file_name(where.file_name()),
                                          where.line(), cudaGetErrorString(status), cudaGetErrorName(status));
  if (status == cudaErrorMemoryAllocation) throw OutOfMemory(message);
  throw DeviceError(message);
}

}  // namespace strandline::cuda
