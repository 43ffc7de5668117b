// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The plan: under the bound for every image, and honest when there is none.
#include <cstdint>

#include <gtest/gtest.h>

#include <strandline/edges.hpp>
#include <strandline/error.hpp>
#include <strandline/stream.hpp>

namespace strandline {
namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;

RasterInfo info_of(std::int64_t rows, std::int64_t cols, PixelType type, std::int64_t block_rows) {
  RasterInfo info;
  info.rows = rows;
  info.cols = cols;
  info.pixel_type = type;
  info.block_rows = block_rows;
  info.block_row_bytes = block_rows * cols * bytes_per_pixel(type);
  return info;
}

BandPlan plan(const RasterInfo& info, PlanRequest request) {
  return plan_bands(info, make_edges_operation({}, info.pixel_type), request);
}

TEST(BandPlan, StaysUnderItsBound) {
  for (const std::int64_t memory : {160, 256, 512, 4096}) {
    for (const std::int64_t cols : {1, 1000, 20'000, 100'000}) {
      for (const std::int64_t rows : {1, 64, 100'000, 1'000'000'000}) {
        for (const int threads : {1, 2, 16}) {
          const BandPlan cut = plan(info_of(rows, cols, PixelType::u8, 64), {memory * kMiB, 0, threads});
          EXPECT_LE(cut.total_bytes(), memory * kMiB);
          EXPECT_GE(cut.band_rows, 1);
          EXPECT_LE(cut.band_rows, rows);
          EXPECT_GE(cut.band_rows * cut.bands, rows);
          EXPECT_LT(cut.band_rows * (cut.bands - 1), rows);
          EXPECT_EQ(0, cut.sink_block_rows % 16);
        }
      }
    }
  }
}

TEST(BandPlan, BandsAreWholeTilesOfTheOutputWhereMemoryAllows) {
  const BandPlan cut = plan(info_of(100'000, 100'000, PixelType::u8, 256), {512 * kMiB, 0, 2});
  EXPECT_EQ(256, cut.sink_block_rows);
  EXPECT_EQ(0, cut.band_rows % 256);
  EXPECT_GT(cut.bands_in_flight, 1);
}

TEST(BandPlan, ACacheForAMosaicsPicturesIsWantedAndNotNeeded) {
  RasterInfo mosaic = info_of(100'000, 100'000, PixelType::u8, 128);
  const std::int64_t own = mosaic.block_row_bytes;
  mosaic.block_row_bytes = 4 * own;
  mosaic.block_row_spare_bytes = 3 * own;
  EXPECT_EQ(8 * own, plan(mosaic, {512 * kMiB, 0, 2}).codec_cache_bytes);
  EXPECT_EQ(4 * own, plan(mosaic, {180 * kMiB, 0, 2}).codec_cache_bytes);
  EXPECT_EQ(2 * own, plan(mosaic, {512 * kMiB, 400, 2}).codec_cache_bytes);
  EXPECT_LE(plan(mosaic, {140 * kMiB, 0, 2}).codec_cache_bytes, 2 * own);
}

TEST(BandPlan, TakesTheHeightThatItIsGiven) {
  EXPECT_EQ(7, plan(info_of(100, 10, PixelType::u8, 1), {512 * kMiB, 7, 1}).band_rows);
  EXPECT_EQ(100, plan(info_of(100, 10, PixelType::u8, 1), {512 * kMiB, 1000, 1}).band_rows);
  EXPECT_THROW(plan(info_of(100, 10, PixelType::u8, 1), {512 * kMiB, -1, 1}), InvalidArgument);
  EXPECT_THROW(plan(info_of(100'000, 100'000, PixelType::u8, 1), {512 * kMiB, 100'000, 1}), OutOfMemory);
}

// What the refusal names must do.
TEST(BandPlan, NamesTheMemoryThatWouldDo) {
  const RasterInfo info = info_of(50'000, 50'000, PixelType::f32, 50'000);  // one strip
  try {
    plan(info, {512 * kMiB, 0, 2});
    FAIL() << "a block of 10 GB fitted in 512 MiB";
  } catch (const OutOfMemory& error) {
    const std::string what = error.what();
    const std::int64_t needed = std::stoll(what.substr(what.find("at least ") + 9));
    EXPECT_LE(plan(info, {needed * kMiB, 0, 2}).total_bytes(), needed * kMiB);
    EXPECT_GT(needed, 9'000);
  }
}

TEST(BandPlan, RefusesAbsurdSizesWithoutOverflow) {
  EXPECT_THROW(plan(info_of(0, 10, PixelType::u8, 1), {512 * kMiB, 0, 2}), InvalidArgument);
  EXPECT_THROW(plan(info_of(10, 0, PixelType::u8, 1), {512 * kMiB, 0, 2}), InvalidArgument);
  EXPECT_THROW(plan(info_of(10, 10, PixelType::u8, 1), {512 * kMiB, 0, 0}), InvalidArgument);
  EXPECT_THROW(plan(info_of(INT64_MAX / 2, INT64_MAX / 16, PixelType::u8, 1), {512 * kMiB, 0, 2}), OutOfMemory);
}

// Each part of the plan may be beyond any memory by itself, and so may their sum.
TEST(BandPlan, AddsUpAbsurdSizesWithoutOverflow) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32}) {
    for (const std::int64_t size : {INT64_MAX, INT64_MAX / 2, INT64_MAX / 10, INT64_MAX / 100}) {
      for (const std::int64_t rows : {std::int64_t{1}, std::int64_t{1000}, INT64_MAX}) {
        RasterInfo info = info_of(rows, 1, type, 1);
        info.cols = size;
        info.block_row_bytes = size;
        info.codec_bytes = size;
        for (const std::int64_t band_rows : {std::int64_t{0}, INT64_MAX}) {
          EXPECT_THROW(plan(info, {512 * kMiB, band_rows, 2, size, size}), OutOfMemory) << size << " x " << rows;
        }
      }
    }
  }
}

}  // namespace
}  // namespace strandline
