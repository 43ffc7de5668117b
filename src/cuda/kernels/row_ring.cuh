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
// A row is the block's columns with kMargin bytes on both sides. Bulk copies move whole multiples of 16 bytes inside
// the image; what is left over (the border's extension, and the last columns of a row that is no multiple of 16 bytes)
// the filling warp's lanes read and write pixel by pixel.
#pragma once

#include <cstdint>

#include <strandline/band.hpp>

#include "cuda/kernels/barrier.cuh"
#include "cuda/kernels/block_area.cuh"
#include "cuda/kernels/extended_index.cuh"

namespace strandline::cuda {

/// Bytes beside a row's columns. Three pixels are needed; a whole sector of memory keeps the copies' starts aligned to
/// one.
inline constexpr int kMargin = 32;

/// A row outside the image under border zero, and a row of validity there: nothing outside is nodata.
struct alignas(128) OutsideRow {
  unsigned char bytes[4096 + 2 * kMargin];
};
static __device__ constexpr OutsideRow kZeroRow = {};
constexpr OutsideRow all_ones() {
  OutsideRow row = {};
  for (auto& byte : row.bytes) byte = 0xff;
  return row;
}
static __device__ constexpr OutsideRow kValidRow = all_ones();

/// One image's rows in the ring: of pixels or of validity.
template <class T, int kCols>
struct RingRow {
  static constexpr int kBytes = kCols * int{sizeof(T)} + 2 * kMargin;
  static constexpr int kMarginCols = kMargin / int{sizeof(T)};
  static_assert(kBytes <= int{sizeof(OutsideRow)} && kBytes % 16 == 0);

  alignas(16) std::byte bytes[kBytes];

  __device__ const std::byte* pixel(int col) const { return bytes + kMargin + col * int{sizeof(T)}; }
};

/// Which of a row's columns the copy engine can bring, and which are left over; the same for all rows of a block.
template <class T, int kCols>
struct RowFill {
  using Row = RingRow<T, kCols>;

  std::int64_t first_col;   // of the block
  std::int64_t bulk_begin;  // columns of the image
  std::int64_t bulk_end;
  int left;   // columns before the image
  int right;  // columns from bulk_end on

  __device__ RowFill(const BlockArea& area, std::int64_t cols) : first_col(area.first_col) {
    constexpr std::int64_t kGranule = 16 / std::int64_t{sizeof(T)};
    bulk_begin = max(std::int64_t{0}, first_col - Row::kMarginCols);
    bulk_end = min(cols / kGranule * kGranule, first_col + kCols + Row::kMarginCols);
    left = first_col == 0 ? 3 : 0;
    right = static_cast<int>(max(std::int64_t{0}, min(cols, first_col + kCols) + 3 - bulk_end));
  }

  __device__ bool has_leftover() const { return left + right > 0; }
  __device__ int bulk_bytes() const { return static_cast<int>(bulk_end - bulk_begin) * int{sizeof(T)}; }
  __device__ std::byte* in_row(Row& row, std::int64_t col) const {
    return row.bytes + (col - first_col + Row::kMarginCols) * std::int64_t{sizeof(T)};
  }

  /// `from` is the image's row, or null for one outside, whose bytes are those of `outside`.
  __device__ void start_copy(Barrier& barrier, Row& row, const std::byte* from, const OutsideRow& outside) const {
    if (bulk_bytes() == 0) return;
    const void* bytes = from != nullptr ? static_cast<const void*>(from + bulk_begin * std::int64_t{sizeof(T)})
                                        : static_cast<const void*>(outside.bytes);
    barrier.copy(in_row(row, bulk_begin), bytes, bulk_bytes());
  }

  /// Leftover pixel `i` of left + right.
  __device__ void fill_leftover(Row& row, int i, const std::byte* from, T outside, std::int64_t cols,
                                Border border) const {
    const std::int64_t col = i < left ? i - left : bulk_end + (i - left);
    const std::int64_t input_col = extended_index(col, cols, border);
    const bool is_outside = from == nullptr || input_col == kOutside;
    *reinterpret_cast<T*>(in_row(row, col)) = is_outside ? outside : reinterpret_cast<const T*>(from)[input_col];
  }
};

struct NoRow {};

template <Pixel T, bool kHasValidity, int kCols, int kSlotRows, int kSlots>
struct RowRing {
  using PixelRow = RingRow<T, kCols>;
  using ValidityRow = std::conditional_t<kHasValidity, RingRow<std::uint8_t, kCols>, NoRow>;

  PixelRow pixels[kSlots][kSlotRows];
  ValidityRow validity[kSlots][kSlotRows];
  Barrier filled[kSlots];
  Barrier emptied[kSlots];

  /// By all threads of the block, before all else.
  __device__ void initialise(const BlockArea& area, std::int64_t cols, int walking_warps) {
    if (threadIdx.x == 0) {
      const bool leftover =
          RowFill<T, kCols>(area, cols).has_leftover() || RowFill<std::uint8_t, kCols>(area, cols).has_leftover();
      for (int slot = 0; slot < kSlots; ++slot) {
        filled[slot].initialise(leftover ? 2 : 1);
        emptied[slot].initialise(walking_warps);
      }
      Barrier::publish_initialised();
    }
    __syncthreads();
  }

  /// By all lanes of the filling warp: brings all rows of the walk.
  __device__ void fill(const EdgesOperation& operation, const Band& band, const BlockArea& area, const RowWalk& walk) {
    const RowFill<T, kCols> pixel_fill(area, band.input.cols);
    const RowFill<std::uint8_t, kCols> validity_fill(area, band.input.cols);
    const bool leftover = pixel_fill.has_leftover() || validity_fill.has_leftover();
    const bool is_leader = threadIdx.x % 32 == 0;
    int slot = 0;
    std::uint32_t parity = 1;
    for (int first = 0; first < walk.count(); first += kSlotRows) {
      emptied[slot].wait(parity);
      if (is_leader) {
        const int bytes = pixel_fill.bulk_bytes() + (kHasValidity ? validity_fill.bulk_bytes() : 0);
        filled[slot].arrive_and_expect(bytes * kSlotRows);
#pragma unroll
        for (int i = 0; i < kSlotRows; ++i) {
          const std::int64_t row = input_row(operation, band, walk, first + i);
          pixel_fill.start_copy(filled[slot], pixels[slot][i], pixel_row(band, row), kZeroRow);
          if constexpr (kHasValidity) {
            validity_fill.start_copy(filled[slot], validity[slot][i], validity_row(band, row), kValidRow);
          }
        }
      }
      if (leftover) {
        fill_leftovers(operation, band, walk, first, slot, pixel_fill, validity_fill);
        __syncwarp();
        if (is_leader) filled[slot].arrive();
      }
      if (++slot == kSlots) {
        slot = 0;
        parity ^= 1;
      }
    }
  }

 private:
  // Rows beyond the walk's end are read, too, to keep all slots alike: any row does.
  __device__ static std::int64_t input_row(const EdgesOperation& operation, const Band& band, const RowWalk& walk,
                                           int k) {
    return extended_row(band, walk.image_row(min(k, walk.count() - 1)), operation.border);
  }
  __device__ static const std::byte* pixel_row(const Band& band, std::int64_t row) {
    return row == kOutside ? nullptr : band.input.row_bytes(row);
  }
  __device__ static const std::byte* validity_row(const Band& band, std::int64_t row) {
    return row == kOutside ? nullptr
                           : reinterpret_cast<const std::byte*>(band.valid.data) + row * band.valid.stride_bytes;
  }

  __device__ void fill_leftovers(const EdgesOperation& operation, const Band& band, const RowWalk& walk, int first,
                                 int slot, const RowFill<T, kCols>& pixel_fill,
                                 const RowFill<std::uint8_t, kCols>& validity_fill) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < kSlotRows; ++i) {
      const std::int64_t row = input_row(operation, band, walk, first + i);
      if (lane < pixel_fill.left + pixel_fill.right) {
        pixel_fill.fill_leftover(pixels[slot][i], lane, pixel_row(band, row), T{0}, band.input.cols, operation.border);
      }
      if constexpr (kHasValidity) {
        if (lane < validity_fill.left + validity_fill.right) {
          validity_fill.fill_leftover(validity[slot][i], lane, validity_row(band, row), std::uint8_t{0xff},
                                      band.input.cols, operation.border);
        }
      }
    }
  }
};

}  // namespace strandline::cuda
