// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What of a strip's rows the copy engine brings to a ring's slots, and what is left over for lanes.
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
  std::byte bytes[4096 + 2 * kMargin];
};
static __device__ constexpr OutsideRow kZeroRow = {};
constexpr OutsideRow all_ones() {
  OutsideRow row = {};
  for (auto& byte : row.bytes) byte = std::byte{0xff};
  return row;
}
static __device__ constexpr OutsideRow kValidRow = all_ones();

/// A row in the ring, of pixels or of validity.
template <class T, int kCols>
struct RingRow {
  static constexpr int kBytes = kCols * int{sizeof(T)} + 2 * kMargin;
  static constexpr int kMarginCols = kMargin / int{sizeof(T)};
  static_assert(kBytes <= int{sizeof(OutsideRow)} && kBytes % 16 == 0);
};

/// What of a row the copy engine can bring, and what is left over for the lanes; the same for all rows of a block.
template <class T, int kCols>
class RowFill {
 public:
  using Row = RingRow<T, kCols>;

  __device__ RowFill(const BlockArea& area, std::int64_t cols, Border border) {
    constexpr std::int64_t kGranule = 16 / std::int64_t{sizeof(T)};
    const std::int64_t begin = max(std::int64_t{0}, area.first_col - Row::kMarginCols);
    const std::int64_t end = min(cols / kGranule * kGranule, area.first_col + kCols + Row::kMarginCols);
    from_offset_ = begin * std::int64_t{sizeof(T)};
    to_offset_ = static_cast<int>(begin - area.first_col + Row::kMarginCols) * int{sizeof(T)};
    bytes_ = static_cast<int>(end - begin) * int{sizeof(T)};

    // The columns before the image, then those after the last that could be copied: one a lane.
    const int left = area.first_col == 0 ? 3 : 0;
    const std::int64_t right = max(std::int64_t{0}, min(cols, area.first_col + kCols) + 3 - end);
    leftover_ = left + static_cast<int>(right);
    const int lane = static_cast<int>(threadIdx.x) % 32;
    if (lane >= leftover_) return;
    const std::int64_t col = lane < left ? lane - left : end + (lane - left);
    leftover_col_ = extended_index(col, cols, border);
    leftover_to_ = static_cast<int>(col - area.first_col + Row::kMarginCols) * int{sizeof(T)};
  }

  __device__ int leftover() const { return leftover_; }
  __device__ int bulk_bytes() const { return bytes_; }

  /// `from` is the image's row, or null for one outside, whose bytes are those of `outside`.
  __device__ __forceinline__ void start_copy(Barrier barrier, SharedAddress row, const std::byte* from,
                                             const OutsideRow& outside) const {
    if (bytes_ > 0) barrier.copy(row + to_offset_, from != nullptr ? from + from_offset_ : outside.bytes, bytes_);
  }

  /// By all lanes of a warp together, with the same arguments.
  __device__ __forceinline__ void start_elected_copy(Barrier barrier, SharedAddress row, const std::byte* from) const {
    if (bytes_ > 0) barrier.elected_copy(row + to_offset_, from + from_offset_, bytes_);
  }

  /// The calling lane's leftover pixel, if it has one. `from` as above.
  __device__ __forceinline__ T read_leftover(const std::byte* from, T outside) const {
    if (from == nullptr || leftover_col_ == kOutside) return outside;
    return reinterpret_cast<const T*>(from)[leftover_col_];
  }
  __device__ __forceinline__ void write_leftover(SharedAddress row, T pixel) const {
    if (static_cast<int>(threadIdx.x) % 32 >= leftover_) return;
    *static_cast<T*>(__cvta_shared_to_generic(row.value + leftover_to_)) = pixel;
  }

 private:
  std::int64_t from_offset_;
  int to_offset_;
  int bytes_;
  int leftover_;
  int leftover_to_ = 0;
  std::int64_t leftover_col_ = kOutside;
};

}  // namespace strandline::cuda
