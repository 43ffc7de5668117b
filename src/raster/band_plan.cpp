// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Cuts an image into bands so that everything in flight fits in the memory that was allowed.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include <strandline/error.hpp>
#include <strandline/stream.hpp>

#include "raster/check_kinds.hpp"
#include "raster/saturating.hpp"
#include "scheduling/library_call.hpp"

namespace strandline {
namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;

// The program and its libraries, GDAL with its drivers most of all, before any pixel is read.
constexpr std::int64_t kProgramBytes = 96 * kMiB;
// A worker's stack, its tile's rows of sums and what the allocator keeps for it.
constexpr std::int64_t kBytesPerThread = 2 * kMiB;

// Large enough that a halo of 6 rows and a turn of the pipeline cost little, small enough for the last-level cache.
constexpr std::int64_t kWantedBandBytes = 8 * kMiB;
constexpr std::int64_t kWantedBandRows = 64;
// Fewer bands than this leave reading, computing and writing nothing to overlap.
constexpr std::int64_t kWantedBands = 8;

constexpr std::int64_t kMostBandsInFlight = 4;

// Tiles of 256 x 256 are what most GeoTIFF tools write; lower ones make do with less memory.
constexpr std::array<std::int64_t, 5> kSinkBlockRows = {256, 128, 64, 32, 16};

using raster::divide_up;
using raster::saturating_product;
using raster::saturating_sum;

std::int64_t round_up(std::int64_t a, std::int64_t multiple) { return divide_up(a, multiple) * multiple; }

class Planner {
 public:
  Planner(const RasterInfo& info, const Operation& operation, const PlanRequest& request)
      : info_(info), request_(request), halo_(halo_rows(operation)) {}

  BandPlan plan(std::int64_t band_rows, std::int64_t in_flight, std::int64_t sink_block_rows,
                std::int64_t cache_bytes) const {
    BandPlan plan;
    plan.band_rows = std::clamp<std::int64_t>(band_rows, 1, info_.rows);
    plan.halo_rows = halo_;
    plan.bands = divide_up(info_.rows, plan.band_rows);
    plan.bands_in_flight = std::min(in_flight, plan.bands);
    plan.sink_block_rows = sink_block_rows;
    const std::int64_t band_bytes =
        saturating_sum(saturating_product(saturating_sum(plan.band_rows, 2 * halo_), input_row_bytes()),
                       saturating_product(plan.band_rows, info_.cols));
    const std::int64_t carried_bytes = saturating_product(2 * halo_, input_row_bytes());  // from band to band
    plan.buffer_bytes = saturating_sum(saturating_product(plan.bands_in_flight, band_bytes), carried_bytes);
    plan.codec_cache_bytes = cache_bytes;
    // A row of blocks that fills up, and as much again that is being compressed.
    plan.sink_bytes = saturating_product(2 * sink_block_rows, info_.cols);
    plan.fixed_bytes = saturating_sum(kProgramBytes, request_.threads * kBytesPerThread, info_.codec_bytes,
                                      request_.finishing_bytes, request_.backend_bytes);
    return plan;
  }

  BandPlan smallest() const {
    return plan(1, 1, kSinkBlockRows.back(), info_.block_row_bytes - info_.block_row_spare_bytes);
  }

  /// The most comfortable that fits: first lower tiles in the output, then fewer bands in flight, then one row of
  /// blocks instead of two in the cache.
  std::optional<BandPlan> find(std::int64_t block_row_bytes) const {
    const std::int64_t two = saturating_product(2, block_row_bytes);
    for (const std::int64_t in_flight : {this->in_flight(), std::int64_t{1}}) {
      for (const std::int64_t block_rows : kSinkBlockRows) {
        for (std::int64_t rows = wanted_band_rows(block_rows); rows >= block_rows; rows -= block_rows) {
          if (const BandPlan candidate = plan(rows, in_flight, block_rows, two); fits(candidate)) return candidate;
        }
      }
    }
    for (std::int64_t rows = kSinkBlockRows.back(); rows >= 1; --rows) {
      const BandPlan candidate = plan(rows, 1, kSinkBlockRows.back(), block_row_bytes);
      if (fits(candidate)) return candidate;
    }
    return std::nullopt;
  }

  bool fits(const BandPlan& plan) const { return plan.total_bytes() <= request_.memory_bytes; }

  std::int64_t in_flight() const { return request_.threads == 1 ? 1 : kMostBandsInFlight; }

  std::int64_t wanted_band_rows(std::int64_t sink_block_rows) const {
    const std::int64_t by_bytes = std::max(kWantedBandRows, kWantedBandBytes / input_row_bytes());
    const std::int64_t by_overlap = std::max(kWantedBandRows, divide_up(info_.rows, kWantedBands));
    return round_up(std::min(by_bytes, by_overlap), sink_block_rows);
  }

 private:
  std::int64_t input_row_bytes() const {
    return saturating_product(info_.cols, bytes_per_pixel(info_.pixel_type) + (info_.has_valid ? 1 : 0));
  }

  const RasterInfo& info_;
  const PlanRequest& request_;
  std::int64_t halo_;
};

std::string in_mib(std::int64_t bytes) { return fmt::format("{}M", divide_up(bytes, kMiB)); }

BandPlan check_and_plan(const RasterInfo& info, const Operation& operation, const PlanRequest& request) {
  raster::check_kind(border_of(operation));
  raster::check_kind(info.pixel_type);
  if (request.band_rows < 0) {
    throw InvalidArgument(fmt::format("bands of {} rows make no sense, give 0 or more", request.band_rows));
  }
  if (info.rows < 1 || info.cols < 1 || request.threads < 1) {
    throw InvalidArgument(fmt::format("{} rows x {} cols on {} threads can't be planned, there must be one of each",
                                      info.rows, info.cols, request.threads));
  }
  const Planner planner(info, operation, request);
  // Decoding blocks again costs more than any other want of memory.
  const std::int64_t indispensable = info.block_row_bytes - info.block_row_spare_bytes;
  if (request.band_rows > 0) {
    BandPlan plan;
    for (const std::int64_t bytes : {info.block_row_bytes, indispensable}) {
      plan = planner.plan(request.band_rows, planner.in_flight(), kSinkBlockRows.front(), saturating_product(2, bytes));
      if (planner.fits(plan)) return plan;
    }
    throw OutOfMemory(
        fmt::format("bands of {} rows need {} of memory but {} is allowed, choose lower bands or allow more",
                    request.band_rows, in_mib(plan.total_bytes()), in_mib(request.memory_bytes)));
  }
  for (const std::int64_t bytes : {info.block_row_bytes, indispensable}) {
    if (const std::optional<BandPlan> plan = planner.find(bytes)) return *plan;
  }
  throw OutOfMemory(
      fmt::format("this picture of {} x {} needs at least {} of memory but {} is allowed, allow more with --memory",
                  info.cols, info.rows, in_mib(planner.smallest().total_bytes()), in_mib(request.memory_bytes)));
}

}  // namespace

std::int64_t BandPlan::total_bytes() const {
  return saturating_sum(buffer_bytes, codec_cache_bytes, sink_bytes, fixed_bytes);
}

BandPlan plan_bands(const RasterInfo& info, const Operation& operation, const PlanRequest& request) {
  return scheduling::library_call([&] { return check_and_plan(info, operation, request); });
}

}  // namespace strandline
