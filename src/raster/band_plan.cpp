// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Cuts an image into bands so that everything in flight fits in the memory that was allowed.
#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <optional>
#include <unistd.h>

#include <fmt/format.h>

#include <strandline/error.hpp>
#include <strandline/stream.hpp>

#include "raster/check_kinds.hpp"
#include "raster/saturating.hpp"
#include "scheduling/library_call.hpp"

namespace strandline {
namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;

// Libraries, GDAL with its drivers most of all, and the open source, before any pixel is read, with room for what
// codecs hold beyond their figures. What a program holds beyond that is not for this run.
constexpr std::int64_t kMostProgramBytes = 96 * kMiB;
// What comes on top of what is resident when the plan is made, beside all that the plan names: code that has not run
// yet, the sink's driver, oneTBB, and the database of reference systems where the source has not asked it. At most 13
// MiB were seen without and 5 MiB with a CRS in the source, from 10 formats to 8, with GDAL 3.6 on Debian 12.
constexpr std::int64_t kGrowthBytes = 12 * kMiB;
constexpr std::int64_t kGrowthBytesWithCrs = 4 * kMiB;
// A worker's stack, its tile's rows of sums and what the allocator keeps for it. What it holds of a picture is no more
// than the picture.
constexpr std::int64_t kMostBytesPerThread = 2 * kMiB;
constexpr std::int64_t kStackBytes = kMiB / 8;

// Large enough that a halo of 6 rows and a turn of the pipeline cost little, small enough for the last-level cache.
constexpr std::int64_t kWantedBandBytes = 8 * kMiB;
constexpr std::int64_t kWantedBandRows = 64;
// Fewer bands than this leave reading, computing and writing nothing to overlap.
constexpr std::int64_t kWantedBands = 8;

constexpr std::int64_t kMostBandsInFlight = 4;

// Tiles of 256 x 256 are what most GeoTIFF tools write; lower ones make do with less memory.
constexpr std::array<std::int64_t, 5> kSinkBlockRows = {256, 128, 64, 32, 16};

/// What of this process lies in memory now; as much as any program where the kernel doesn't tell.
std::int64_t resident_bytes() {
  std::ifstream status("/proc/self/statm");
  std::int64_t virtual_pages = 0;
  std::int64_t resident_pages = 0;
  status >> virtual_pages >> resident_pages;
  return status ? resident_pages * ::sysconf(_SC_PAGESIZE) : kMostProgramBytes;
}

using raster::divide_up;
using raster::saturating_product;
using raster::saturating_sum;

std::int64_t round_up(std::int64_t a, std::int64_t multiple) { return divide_up(a, multiple) * multiple; }

class Planner {
 public:
  Planner(const RasterInfo& info, const Operation& operation, const PlanRequest& request)
      : info_(info),
        request_(request),
        halo_(halo_rows(operation)),
        started_bytes_(resident_bytes() + growth_bytes()) {}

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
    plan.fixed_bytes =
        saturating_sum(threads_bytes(), info_.codec_bytes, request_.finishing_bytes, request_.backend_bytes);
    plan.fixed_bytes = saturating_sum(plan.fixed_bytes, program_bytes(plan.total_bytes()));
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
  std::int64_t growth_bytes() const { return info_.georeference.crs.empty() ? kGrowthBytes : kGrowthBytesWithCrs; }

  /// What is there already, and room for errors that grow with the rest of the plan: a small picture does with little.
  std::int64_t program_bytes(std::int64_t rest_bytes) const {
    return std::min(kMostProgramBytes, saturating_sum(started_bytes_, rest_bytes));
  }

  std::int64_t threads_bytes() const {
    const std::int64_t picture_bytes = saturating_product(info_.rows, input_row_bytes());
    return request_.threads * std::min(kMostBytesPerThread, saturating_sum(kStackBytes, picture_bytes));
  }

  std::int64_t input_row_bytes() const {
    return saturating_product(info_.cols, bytes_per_pixel(info_.pixel_type) + (info_.has_valid ? 1 : 0));
  }

  const RasterInfo& info_;
  const PlanRequest& request_;
  std::int64_t halo_;
  std::int64_t started_bytes_;
};

std::string in_mib(std::int64_t bytes) { return fmt::format("{}M", divide_up(bytes, kMiB)); }

// What is resident at the start differs by some pages from run to run, and the next run must do with what is named
// here.
std::string enough_for(const BandPlan& plan) { return in_mib(saturating_sum(plan.total_bytes(), kMiB)); }

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
                    request.band_rows, enough_for(plan), in_mib(request.memory_bytes)));
  }
  for (const std::int64_t bytes : {info.block_row_bytes, indispensable}) {
    if (const std::optional<BandPlan> plan = planner.find(bytes)) return *plan;
  }
  throw OutOfMemory(
      fmt::format("this picture of {} x {} needs at least {} of memory but {} is allowed, allow more with --memory",
                  info.cols, info.rows, enough_for(planner.smallest()), in_mib(request.memory_bytes)));
}

}  // namespace

std::int64_t BandPlan::total_bytes() const {
  return saturating_sum(buffer_bytes, codec_cache_bytes, sink_bytes, fixed_bytes);
}

BandPlan plan_bands(const RasterInfo& info, const Operation& operation, const PlanRequest& request) {
  return scheduling::library_call([&] { return check_and_plan(info, operation, request); });
}

}  // namespace strandline
