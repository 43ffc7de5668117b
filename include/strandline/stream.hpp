// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Runs an operation from a raster source to a raster sink, band by band, within a bound on memory.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

#include <strandline/backend.hpp>
#include <strandline/export.hpp>
#include <strandline/raster.hpp>

namespace strandline {

struct PlanRequest {
  std::int64_t memory_bytes = std::int64_t{512} << 20;
  /// Rows of a band; 0: chosen.
  std::int64_t band_rows = 0;
  int threads = 1;
  /// finishing_bytes() of the output.
  std::int64_t finishing_bytes = 0;
  /// Backend::host_memory_bytes() of the backend that will run.
  std::int64_t backend_bytes = 0;
};

/// How an image is cut and what that costs. All bytes are of resident memory.
struct BandPlan {
  std::int64_t band_rows = 0;
  std::int64_t halo_rows = 0;
  std::int64_t bands = 0;
  std::int64_t bands_in_flight = 0;
  std::int64_t sink_block_rows = 0;
  std::int64_t buffer_bytes = 0;       ///< all bands in flight, input, validity and output
  std::int64_t codec_cache_bytes = 0;  ///< blocks that were decoded and are not read wholly yet
  std::int64_t sink_bytes = 0;         ///< rows that wait for their block to be full, and blocks being compressed
  std::int64_t fixed_bytes = 0;        ///< program, libraries, threads, and what the backend and the codecs hold

  /// Of an absurd picture, a size beyond any memory rather than an overflow.
  STRANDLINE_API std::int64_t total_bytes() const;
};

/// Cuts an image so that peak memory stays under the request's bound.
/// Throws OutOfMemory, naming the memory that would do, when even the smallest bands don't fit;
/// InvalidArgument for a negative band height.
STRANDLINE_API BandPlan plan_bands(const RasterInfo& info, const Operation& operation, const PlanRequest& request);

struct StreamProgress {
  std::int64_t rows_done = 0;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
};

struct StreamOptions {
  BandPlan plan;
  int threads = 1;
  RunOptions run = {};
  /// Called after each written band, from one thread at a time.
  std::function<void(const StreamProgress&)> on_progress;
  std::stop_token stop;
};

struct StreamResult {
  std::int64_t pixels = 0;
  std::int64_t edge_pixels = 0;
  std::int64_t unknown_pixels = 0;
};

/// Reads, computes and writes all bands; reading, computing and writing overlap. Does not finish the sink.
/// Throws what source, backend and sink throw, Cancelled when the stop token says so or a callback cancels its oneTBB
/// task group, InvalidArgument for a plan that is not plan_bands()'s.
STRANDLINE_API StreamResult stream(RasterSource& source, const Backend& backend, const Operation& operation,
                                   RasterSink& sink, const StreamOptions& options);

}  // namespace strandline
