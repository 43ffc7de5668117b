// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// How a band in host memory is cut into chunks that pass through the card, and what memory that takes. No CUDA here.
#pragma once

#include <cstdint>
#include <optional>

#include <strandline/border.hpp>

namespace strandline::cuda {

/// Most calls that are on one card at the same time; further ones wait.
inline constexpr std::int64_t kMostLanes = 4;

/// Most page-locked host memory that all calls hold together, to stage what the caller has in pageable memory.
inline constexpr std::int64_t kStagingBytes = std::int64_t{64} << 20;

/// Chunks of one call that are under way at once: one on its way in, one in the kernel, one on its way out.
inline constexpr std::int64_t kMostSlots = 3;

/// Rows on the card begin at multiples of this.
inline constexpr std::int64_t kPitchBytes = 128;

/// What decides the cut.
struct BandShape {
  std::int64_t rows = 0;  ///< of output
  std::int64_t cols = 0;
  std::int64_t pixel_bytes = 1;
  bool has_valid = false;
  std::int64_t halo = 0;
  bool stage_input = false;  ///< pixels and validity
  bool stage_output = false;
};

/// A slot holds one chunk. On the card, and in staging memory where the call stages, it is laid out as
///
///     pixels (chunk_rows + 2 halo rows) | validity (as many rows) | output (chunk_rows rows)
struct ChunkPlan {
  std::int64_t chunk_rows = 0;
  std::int64_t chunks = 0;
  std::int64_t slots = 0;
  std::int64_t input_pitch = 0;
  std::int64_t byte_pitch = 0;  ///< of validity and output
  std::int64_t valid_offset = 0;
  std::int64_t output_offset = 0;
  std::int64_t slot_bytes = 0;
  bool stage_input = false;
  bool stage_output = false;

  std::int64_t device_bytes() const { return slots * slot_bytes; }
  std::int64_t staging_bytes() const { return stage_input || stage_output ? slots * slot_bytes : 0; }
};

/// The largest useful chunks whose slots fit in `device_bytes`, and in `staging_bytes` where the shape stages. A plan
/// that would have to stage rows in too small portions leaves staging to the driver. Nothing when not even one row
/// fits.
std::optional<ChunkPlan> plan_chunks(const BandShape& shape, std::int64_t device_bytes, std::int64_t staging_bytes);

/// The plan of a call when all calls together may hold `device_bytes` on the card: a lane's share of that, or all of it
/// where the share cuts too finely. A band that doesn't fit in all staging memory takes all of it, since it keeps the
/// card busy alone.
std::optional<ChunkPlan> plan_call(const BandShape& shape, std::int64_t device_bytes);

/// Device memory for the smallest plan: one row of output with its halo; saturates at 2^61.
std::int64_t smallest_device_bytes(const BandShape& shape);

/// Rows [begin, end).
struct RowInterval {
  std::int64_t begin = 0;
  std::int64_t end = 0;

  std::int64_t size() const { return end - begin; }
  bool operator==(const RowInterval&) const = default;
};

/// The rows of the extended image that output rows `output` need: cut at the frame, but not under border wrap.
RowInterval rows_needed(RowInterval output, std::int64_t image_rows, std::int64_t halo, Border border);

}  // namespace strandline::cuda
