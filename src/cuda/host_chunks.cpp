// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Arithmetic of chunks. Sizes may be absurd, so every product saturates.
#include "cuda/host_chunks.hpp"

#include <algorithm>

namespace strandline::cuda {
namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;
constexpr std::int64_t kMost = std::int64_t{1} << 61;

// The first chunk's way in and the last one's way out overlap with nothing, so a band should be many chunks; but each
// costs some microseconds of launches, in which PCIe moves half a megabyte.
constexpr std::int64_t kWantedChunks = 32;
constexpr std::int64_t kFewestChunkBytes = 2 * kMiB;
constexpr std::int64_t kMostChunkBytes = 16 * kMiB;

// Lower chunks than this drag a halo along that is not small beside them.
constexpr std::int64_t kFewRows = 16;

std::int64_t ceil_divide(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0); }

std::int64_t product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? kMost : std::min(result, kMost);
}

std::int64_t sum(std::int64_t a, std::int64_t b) { return std::min(a + b, kMost); }  // neither is above 2^61

std::int64_t pitch_of(std::int64_t row_bytes) { return product(ceil_divide(row_bytes, kPitchBytes), kPitchBytes); }

/// Bytes of a slot as a function of its rows.
class SlotSize {
 public:
  explicit SlotSize(const BandShape& shape)
      : input_pitch_(pitch_of(product(shape.cols, shape.pixel_bytes))),
        byte_pitch_(pitch_of(shape.cols)),
        input_row_(shape.has_valid ? sum(input_pitch_, byte_pitch_) : input_pitch_),
        output_row_(byte_pitch_),
        apron_(product(2 * shape.halo, input_row_)) {}

  std::int64_t bytes(std::int64_t rows) const { return sum(apron_, product(rows, sum(input_row_, output_row_))); }

  /// Most rows of a slot of `bytes`; 0 when not one fits.
  std::int64_t rows_within(std::int64_t bytes) const {
    return bytes <= apron_ ? 0 : (bytes - apron_) / sum(input_row_, output_row_);
  }

  std::int64_t input_pitch() const { return input_pitch_; }
  std::int64_t byte_pitch() const { return byte_pitch_; }
  std::int64_t input_row() const { return input_row_; }

 private:
  std::int64_t input_pitch_;
  std::int64_t byte_pitch_;
  std::int64_t input_row_;
  std::int64_t output_row_;
  std::int64_t apron_;
};

std::int64_t wanted_rows(const BandShape& shape, const SlotSize& size) {
  const std::int64_t by_count = ceil_divide(shape.rows, kWantedChunks);
  const std::int64_t fewest = std::max<std::int64_t>(1, kFewestChunkBytes / size.input_row());
  const std::int64_t most = std::max<std::int64_t>(kFewRows, kMostChunkBytes / size.input_row());
  return std::clamp<std::int64_t>(std::clamp(by_count, fewest, most), 1, shape.rows);
}

/// Chunks of about equal height, so that the last one is no stub.
ChunkPlan plan_of(const BandShape& shape, const SlotSize& size, std::int64_t most_rows, std::int64_t slots,
                  bool stages) {
  ChunkPlan plan;
  plan.chunks = ceil_divide(shape.rows, most_rows);
  plan.chunk_rows = ceil_divide(shape.rows, plan.chunks);
  plan.chunks = ceil_divide(shape.rows, plan.chunk_rows);
  plan.slots = std::min(slots, plan.chunks);
  plan.input_pitch = size.input_pitch();
  plan.byte_pitch = size.byte_pitch();
  const std::int64_t input_rows = plan.chunk_rows + 2 * shape.halo;
  plan.valid_offset = input_rows * plan.input_pitch;
  plan.output_offset = input_rows * size.input_row();
  plan.slot_bytes = size.bytes(plan.chunk_rows);
  plan.stage_input = stages && shape.stage_input;
  plan.stage_output = stages && shape.stage_output;
  return plan;
}

}  // namespace

std::optional<ChunkPlan> plan_chunks(const BandShape& shape, std::int64_t device_bytes, std::int64_t staging_bytes) {
  const SlotSize size(shape);
  const bool wants_staging = shape.stage_input || shape.stage_output;
  for (const std::int64_t slots : {kMostSlots, std::int64_t{1}}) {
    const std::int64_t fitting = size.rows_within(device_bytes / slots);
    if (fitting == 0) continue;
    const std::int64_t rows = std::min(wanted_rows(shape, size), fitting);
    const std::int64_t stageable = size.rows_within(staging_bytes / slots);
    const bool stages = wants_staging && stageable >= std::min(rows, kFewRows);
    return plan_of(shape, size, stages ? std::min(rows, stageable) : rows, slots, stages);
  }
  return std::nullopt;
}

std::optional<ChunkPlan> plan_call(const BandShape& shape, std::int64_t device_bytes) {
  const SlotSize size(shape);
  const bool is_large = size.bytes(shape.rows) > kStagingBytes;
  const std::int64_t staging_bytes = is_large ? kStagingBytes : kStagingBytes / kMostLanes;
  const auto share = plan_chunks(shape, device_bytes / kMostLanes, staging_bytes);
  if (share && share->chunk_rows >= std::min(shape.rows, kFewRows)) return share;
  return plan_chunks(shape, device_bytes, staging_bytes);
}

std::int64_t smallest_device_bytes(const BandShape& shape) { return SlotSize(shape).bytes(1); }

RowInterval rows_needed(RowInterval output, std::int64_t image_rows, std::int64_t halo, Border border) {
  const RowInterval needed{output.begin - halo, output.end + halo};
  if (border == Border::wrap) return needed;
  return {std::max<std::int64_t>(0, needed.begin), std::min(image_rows, needed.end)};
}

}  // namespace strandline::cuda
