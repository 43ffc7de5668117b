// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Bounds the memory that codecs keep decoded and not yet encoded blocks in.
#pragma once

#include <cstdint>

namespace strandline::raster {

/// Sets GDAL's block cache, which the whole process shares, for its own lifetime. Does nothing without GDAL.
class CodecCacheScope {
 public:
  explicit CodecCacheScope(std::int64_t bytes);
  ~CodecCacheScope();
  CodecCacheScope(const CodecCacheScope&) = delete;
  CodecCacheScope& operator=(const CodecCacheScope&) = delete;

 private:
  std::int64_t previous_bytes_ = 0;
};

}  // namespace strandline::raster
