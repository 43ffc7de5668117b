// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Bounds the memory that codecs keep blocks in.
#include "raster/codec_cache.hpp"

#ifdef STRANDLINE_WITH_GDAL
#include <algorithm>
#include <gdal.h>
#include <mutex>
#include <vector>
#endif

namespace strandline::raster {

#ifdef STRANDLINE_WITH_GDAL

namespace {

/// The cache is the process's own, so while several scopes live the smallest bound holds for all.
class SharedCache {
 public:
  void enter(std::int64_t bytes) {
    const std::lock_guard lock(mutex_);
    if (bounds_.empty()) original_bytes_ = GDALGetCacheMax64();
    bounds_.push_back(bytes);
    apply();
  }

  void leave(std::int64_t bytes) {
    const std::lock_guard lock(mutex_);
    bounds_.erase(std::ranges::find(bounds_, bytes));
    apply();
  }

 private:
  void apply() { GDALSetCacheMax64(bounds_.empty() ? original_bytes_ : *std::ranges::min_element(bounds_)); }

  std::mutex mutex_;
  std::vector<std::int64_t> bounds_;
  std::int64_t original_bytes_ = 0;
};

SharedCache& shared_cache() {
  // Never destroyed: calls may come while the process ends.
  static auto& cache = *new SharedCache;
  return cache;
}

}  // namespace

CodecCacheScope::CodecCacheScope(std::int64_t bytes) : bytes_(bytes) { shared_cache().enter(bytes_); }

CodecCacheScope::~CodecCacheScope() { shared_cache().leave(bytes_); }

#else

CodecCacheScope::CodecCacheScope(std::int64_t bytes) : bytes_(bytes) {}
CodecCacheScope::~CodecCacheScope() = default;

#endif

}  // namespace strandline::raster
