// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// A ring of input rows in shared memory: one warp fills it by bulk copies, the others walk over it.
//
//       slot 0       slot 1       slot 2       slot 3
//     +-----------+------------+------------+------------+
//     | row 8     | row 2      | row 4      | row 6      |     filled: the copy engine has counted its bytes in and the
//     | row 9     | row 3      | row 5      | row 7      |     filling warp has arrived; emptied: each walking warp has
//     +-----------+------------+------------+------------+     arrived. Rows are numbered as they are walked.
//
// A row is the block's columns with kMargin bytes on both sides. Where all rows of a slot lie in the image, and the
// block's columns with their margins too, one instruction brings them; elsewhere each row takes a copy of its own, and
// what can't be copied (row_fill.cuh) the filling warp's lanes read and write pixel by pixel.
#pragma once

#include <cstdint>

#include <strandline/band.hpp>

#include "cuda/kernels/barrier.cuh"
#include "cuda/kernels/block_area.cuh"
#include "cuda/kernels/row_fill.cuh"
#include "cuda/row_maps.hpp"

namespace strandline::cuda {

/// A warp's arrival, after all that its lanes did before: one lane speaks for all. The race checker of the compute
/// sanitizer reports races unless all lanes speak for themselves, so that for it the code is compiled in that way,
/// which costs time and changes nothing else.
#ifdef STRANDLINE_ALL_LANES_ARRIVE
inline constexpr int kArrivalsOfWarp = 32;
__device__ __forceinline__ void arrive_as_warp(Barrier barrier) { barrier.arrive(); }
#else
inline constexpr int kArrivalsOfWarp = 1;
__device__ __forceinline__ void arrive_as_warp(Barrier barrier) {
  __syncwarp();
  if (is_elected()) barrier.arrive();
}
#endif

/// The start of a block, when its barriers are not there yet: the filling warp only arrives, and goes on.
__device__ __forceinline__ void arrive_at_start(int walking_warps) {
  asm volatile("barrier.cta.arrive 1, %0;" ::"r"(32 * (walking_warps + 1)) : "memory");
}
__device__ __forceinline__ void wait_at_start(int walking_warps) {
  asm volatile("barrier.cta.sync 1, %0;" ::"r"(32 * (walking_warps + 1)) : "memory");
}

/// Whoever goes round the ring: the slot, and the parity of its barriers' phases.
template <int kSlots>
struct RingCursor {
  int slot = 0;
  std::uint32_t parity = 0;

  __device__ __forceinline__ void advance() {
    if (++slot == kSlots) {
      slot = 0;
      parity ^= 1;
    }
  }
};

/// The ring of a block, at an address of its shared memory.
template <Pixel T, bool kHasValidity, int kCols, int kRowsOfSlot, int kSlotsOfRing>
class RowRing {
 public:
  static constexpr int kSlotRows = kRowsOfSlot;
  static constexpr int kSlots = kSlotsOfRing;

 private:
  static constexpr int kPixelRowBytes = RingRow<T, kCols>::kBytes;
  static constexpr int kValidityRowBytes = kHasValidity ? RingRow<std::uint8_t, kCols>::kBytes : 0;
  static constexpr int kBytesOfRows = kSlotRows * (kPixelRowBytes + kValidityRowBytes);

 public:
  /// What boxes of the copy engine want to be aligned to.
  static constexpr int kAlignment = 128;

 private:
  static constexpr int kSlotBytes = (kBytesOfRows + kAlignment - 1) / kAlignment * kAlignment;
  static_assert(kSlotRows * kPixelRowBytes % kAlignment == 0, "the box of validity follows that of pixels");

 public:
  static constexpr int kBytes = kSlots * (kSlotBytes + 2 * Barrier::kBytes);
  static constexpr MapBox kPixelBox = {kPixelRowBytes / kMapElementBytes, kSlotRows};
  static constexpr MapBox kValidityBox = {kValidityRowBytes / kMapElementBytes, kSlotRows};
  static_assert(kPixelBox.cols <= 256 && kValidityBox.cols <= 256);

  __device__ explicit RowRing(void* memory) : address_(SharedAddress::of(memory)) {}

  /// By all lanes of the filling warp, before all else. The walking warps may do something else until they wait for it.
  __device__ void initialise(const BlockArea& area, const Band& band, Border border, int walking_warps) const {
    if (is_elected()) {
      const bool has_leftovers =
          has_leftover(PixelFill(area, band.input.cols, border), ValidityFill(area, band.input.cols, border));
      for (int slot = 0; slot < kSlots; ++slot) {
        filled(slot).initialise(has_leftovers ? 1 + kArrivalsOfWarp : 1);
        emptied(slot).initialise(walking_warps * kArrivalsOfWarp);
      }
      Barrier::publish_initialised();
    }
    __syncwarp();
    arrive_at_start(walking_warps);
  }

  /// By all lanes of a walking warp.
  __device__ void wait_until_initialised(int walking_warps) const { wait_at_start(walking_warps); }

  __device__ Barrier filled(int slot) const { return Barrier(address_ + kSlots * kSlotBytes + slot * Barrier::kBytes); }
  __device__ Barrier emptied(int slot) const {
    return Barrier(address_ + kSlots * (kSlotBytes + Barrier::kBytes) + slot * Barrier::kBytes);
  }

  /// By all lanes of a walking warp that have read all that they need of a slot.
  __device__ __forceinline__ void release(int slot) const { arrive_as_warp(emptied(slot)); }

  /// Row `i` of a slot; `col` counts from the block's first.
  __device__ SharedAddress pixel(int slot, int i, int col) const {
    return pixel_row(slot, i) + (kMargin + col * int{sizeof(T)});
  }
  __device__ SharedAddress validity(int slot, int i, int col) const { return validity_row(slot, i) + (kMargin + col); }

  /// By all lanes of the filling warp: brings all rows of the walk.
  __device__ void fill(const EdgesOperation& operation, const Band& band, const RowMaps& maps, const BlockArea& area,
                       const RowWalk& walk) const {
    const PixelFill pixel_fill(area, band.input.cols, operation.border);
    const ValidityFill validity_fill(area, band.input.cols, operation.border);
    const WalkedRows rows(band, operation.border, walk);
    const bool fits_boxes = maps.are_there && !has_leftover(pixel_fill, validity_fill);
    RingCursor<kSlots> cursor = {0, 1};  // at first, all slots are free
    for (int first = 0; first < walk.count(); first += kSlotRows) {
      if (!rows.holds(first, kSlotRows)) {
        fill_mapped(band, rows, first, cursor, pixel_fill, validity_fill);
      } else if (fits_boxes) {
        fill_boxes(maps, area.first_col, static_cast<int>(rows[first]), cursor);
      } else {
        fill_held(band, rows[first], cursor, pixel_fill, validity_fill);
      }
      cursor.advance();
    }
  }

 private:
  using PixelFill = RowFill<T, kCols>;
  using ValidityFill = RowFill<std::uint8_t, kCols>;

  /// An image's row in global memory; null where it lies outside.
  struct RowBytes {
    const std::byte* pixels;
    const std::byte* validity;

    __device__ static RowBytes of(const Band& band, std::int64_t row) {
      if (row == kOutside) return {nullptr, nullptr};
      return {band.input.row_bytes(row),
              reinterpret_cast<const std::byte*>(band.valid.data) + row * band.valid.stride_bytes};
    }
  };

  __device__ static bool has_leftover(const PixelFill& pixel_fill, const ValidityFill& validity_fill) {
    return pixel_fill.leftover() > 0 || (kHasValidity && validity_fill.leftover() > 0);
  }

  __device__ SharedAddress pixel_row(int slot, int i) const {
    return address_ + slot * kSlotBytes + i * kPixelRowBytes;
  }
  __device__ SharedAddress validity_row(int slot, int i) const {
    return address_ + slot * kSlotBytes + (kSlotRows * kPixelRowBytes + i * kValidityRowBytes);
  }

  // Nearly all slots: the copy engine brings them all by itself.
  __device__ __forceinline__ void fill_boxes(const RowMaps& maps, std::int64_t first_col, int first_row,
                                             const RingCursor<kSlots>& cursor) const {
    const Barrier barrier = begin_slot(cursor, kBytesOfRows);
    const auto element = [&](std::int64_t bytes) { return static_cast<int>((bytes - kMargin) / kMapElementBytes); };
    const int pixels = element(first_col * std::int64_t{sizeof(T)});
    barrier.elected_box_copy(pixel_row(cursor.slot, 0), maps.pixels, pixels, first_row);
    if constexpr (kHasValidity) {
      barrier.elected_box_copy(validity_row(cursor.slot, 0), maps.validity, element(first_col), first_row);
    }
  }

  // All rows of the slot lie one after the other in the band: the same few steps in all lanes, because this warp must
  // never be what the others wait for.
  __device__ __forceinline__ void fill_held(const Band& band, std::int64_t first_row, const RingCursor<kSlots>& cursor,
                                            const PixelFill& pixel_fill, const ValidityFill& validity_fill) const {
    const RowBytes first = RowBytes::of(band, first_row);
    const auto row_of = [&](int row) {
      return RowBytes{first.pixels + row * band.input.stride_bytes, first.validity + row * band.valid.stride_bytes};
    };
    const bool has_leftovers = has_leftover(pixel_fill, validity_fill);
    Leftovers leftovers;
    if (has_leftovers) leftovers.read(pixel_fill, validity_fill, row_of);
    const Barrier barrier = begin_slot(cursor, bytes_of_slot(pixel_fill, validity_fill));
#pragma unroll
    for (int row = 0; row < kSlotRows; ++row) {
      const RowBytes from = row_of(row);
      pixel_fill.start_elected_copy(barrier, pixel_row(cursor.slot, row), from.pixels);
      if constexpr (kHasValidity) {
        validity_fill.start_elected_copy(barrier, validity_row(cursor.slot, row), from.validity);
      }
    }
    if (has_leftovers) write_leftovers(cursor.slot, pixel_fill, validity_fill, leftovers);
  }

  // Some rows of the slot are others in the band, or outside: lane i looks after the i-th.
  __device__ void fill_mapped(const Band& band, const WalkedRows& rows, int first, const RingCursor<kSlots>& cursor,
                              const PixelFill& pixel_fill, const ValidityFill& validity_fill) const {
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const RowBytes lane_row = RowBytes::of(band, rows[first + lane]);
    const bool has_leftovers = has_leftover(pixel_fill, validity_fill);
    Leftovers leftovers;
    if (has_leftovers) {
      leftovers.read(pixel_fill, validity_fill, [&](int row) {
        return RowBytes{from_lane(lane_row.pixels, row), from_lane(lane_row.validity, row)};
      });
    }
    const Barrier barrier = begin_slot(cursor, bytes_of_slot(pixel_fill, validity_fill));
    if (lane < kSlotRows) {
      pixel_fill.start_copy(barrier, pixel_row(cursor.slot, lane), lane_row.pixels, kZeroRow);
      if constexpr (kHasValidity) {
        validity_fill.start_copy(barrier, validity_row(cursor.slot, lane), lane_row.validity, kValidRow);
      }
    }
    __syncwarp();
    if (has_leftovers) write_leftovers(cursor.slot, pixel_fill, validity_fill, leftovers);
  }

  // Waits for the slot to be free; gives the barrier that counts its bytes.
  __device__ __forceinline__ Barrier begin_slot(const RingCursor<kSlots>& cursor, int bytes) const {
    const Barrier barrier = filled(cursor.slot);
    emptied(cursor.slot).wait(cursor.parity);
    barrier.elected_arrive_and_expect(bytes);
    return barrier;
  }

  __device__ static int bytes_of_slot(const PixelFill& pixel_fill, const ValidityFill& validity_fill) {
    return kSlotRows * (pixel_fill.bulk_bytes() + (kHasValidity ? validity_fill.bulk_bytes() : 0));
  }

  /// The calling lane's leftover pixels of a slot. All are read before a slot is waited for, because each takes as long
  /// as memory does: one after the other they would take longer than the walk over the slot.
  struct Leftovers {
    T pixels[kSlotRows];
    std::uint8_t validity[kSlotRows];

    template <class RowOf>
    __device__ __forceinline__ void read(const PixelFill& pixel_fill, const ValidityFill& validity_fill,
                                         RowOf&& row_of) {
#pragma unroll
      for (int row = 0; row < kSlotRows; ++row) {
        const RowBytes bytes = row_of(row);
        pixels[row] = pixel_fill.read_leftover(bytes.pixels, T{0});
        if constexpr (kHasValidity) {
          validity[row] = validity_fill.read_leftover(bytes.validity, std::uint8_t{0xff});
        }
      }
    }
  };

  // By all lanes of the warp, which then arrives.
  __device__ __forceinline__ void write_leftovers(int slot, const PixelFill& pixel_fill,
                                                  const ValidityFill& validity_fill, const Leftovers& leftovers) const {
#pragma unroll
    for (int row = 0; row < kSlotRows; ++row) {
      pixel_fill.write_leftover(pixel_row(slot, row), leftovers.pixels[row]);
      if constexpr (kHasValidity) validity_fill.write_leftover(validity_row(slot, row), leftovers.validity[row]);
    }
    arrive_as_warp(filled(slot));
  }

  __device__ static const std::byte* from_lane(const std::byte* pointer, int lane) {
    return reinterpret_cast<const std::byte*>(__shfl_sync(~0u, reinterpret_cast<std::uintptr_t>(pointer), lane));
  }

  SharedAddress address_;
};

/// Walks over all slots of a ring: `take_slot` gets a slot and a function that says whether its `i`th row completes one
/// that is written. Nearly always all do. With `kTwoWays`, `take_slot` is compiled for that as well, and then nothing
/// has to be asked row by row; where this saves little, more code costs more.
template <bool kTwoWays, class Ring, class TakeSlot>
__device__ __forceinline__ void walk_slots(const Ring& ring, const RowWalk& walk, TakeSlot&& take_slot) {
  RingCursor<Ring::kSlots> cursor;
  for (int first = 0; first < walk.count(); first += Ring::kSlotRows) {
    ring.filled(cursor.slot).wait(cursor.parity);
    if (kTwoWays && walk.writes_all(first, Ring::kSlotRows)) {
      take_slot(cursor.slot, [](int) { return true; });
    } else {
      take_slot(cursor.slot, [&](int i) { return walk.writes(first + i); });
    }
    ring.release(cursor.slot);
    cursor.advance();
  }
}

/// What each warp of a ring kernel's block does: the last one fills the ring, the others call `walk_rows`, or nothing
/// where the image ends before their columns.
template <int kWalkingWarps, int kWarpCols, class Ring, class WalkRows>
__device__ __forceinline__ void fill_or_walk(const Ring& ring, const EdgesOperation& operation, const Band& band,
                                             const Cut& cut, const RowMaps& maps, WalkRows&& walk_rows) {
  const BlockArea area = BlockArea::of(cut, band);
  const RowWalk walk(band, area, cut.frame);
  const int walking_warps = area.warps(kWarpCols);
  const int warp = static_cast<int>(threadIdx.x) / 32;
  if (warp == kWalkingWarps) {
    ring.initialise(area, band, operation.border, walking_warps);
    ring.fill(operation, band, maps, area, walk);
  } else if (warp < walking_warps) {
    walk_rows(area, walk, walking_warps);
  }
}

}  // namespace strandline::cuda
