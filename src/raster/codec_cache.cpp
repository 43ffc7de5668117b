// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Bounds the memory that codecs keep blocks in.
#include "raster/codec_cache.hpp"

#ifdef STRANDLINE_WITH_GDAL
#include <gdal.h>
#endif

namespace strandline::raster {

#ifdef STRANDLINE_WITH_GDAL

CodecCacheScope::CodecCacheScope(std::int64_t bytes) : previous_bytes_(GDALGetCacheMax64()) {
  GDALSetCacheMax64(bytes);
}

CodecCacheScope::~CodecCacheScope() { GDALSetCacheMax64(previous_bytes_); }

#else

CodecCacheScope::CodecCacheScope(std::int64_t) {}
CodecCacheScope::~CodecCacheScope() = default;

#endif

}  // namespace strandline::raster
