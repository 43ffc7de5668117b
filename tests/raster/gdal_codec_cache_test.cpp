// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The scope of GDAL's block cache.
#include <cstdint>
#include <gdal.h>
#include <memory>

#include <gtest/gtest.h>

#include "raster/codec_cache.hpp"

namespace strandline {
namespace {

TEST(GdalCodecCache, IsPutBackToWhatItWas) {
  const std::int64_t before = GDALGetCacheMax64();
  {
    const raster::CodecCacheScope scope(before / 2);
    EXPECT_EQ(before / 2, GDALGetCacheMax64());
  }
  EXPECT_EQ(before, GDALGetCacheMax64());
}

TEST(GdalCodecCache, HasTheSmallestBoundOfThoseThatLive) {
  const std::int64_t before = GDALGetCacheMax64();
  auto first = std::make_unique<raster::CodecCacheScope>(1 << 20);
  auto second = std::make_unique<raster::CodecCacheScope>(2 << 20);
  EXPECT_EQ(1 << 20, GDALGetCacheMax64());
  first.reset();
  EXPECT_EQ(2 << 20, GDALGetCacheMax64());
  second.reset();
  EXPECT_EQ(before, GDALGetCacheMax64());
}

}  // namespace
}  // namespace strandline
