// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Bounds the memory that codecs keep decoded and not yet encoded blocks in.
#pragma once

#include <cstdint>

namespace strandline::raster {

/// Bounds GDAL's block cache, which the whole process shares, for its own lifetime; of several that live, the smallest
/// bound holds. Does nothing without GDAL.
class CodecCacheScope {
 public:
  explicit CodecCacheScope(std::int64_t bytes);
  ~CodecCacheScope();
  CodecCacheScope(const CodecCacheScope&) = delete;
  CodecCacheScope& operator=(const CodecCacheScope&) = delete;

 private:
  [[maybe_unused]] std::int64_t bytes_;
};

}  // namespace strandline::raster
