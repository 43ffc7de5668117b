// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// One pass over a band of u8 without validity, with the 6x6 sums on the tensor cores. Rows in a ring as in
// edges_ring_kernel.cuh. docs/performance.md draws the layout and says why each step is exact.
//
// A matrix product D = A B + C (m16n8k32, bytes in, 32-bit sums out) makes 128 cells of one row:
//
//     A (16 x 32)  row m: 16 bytes of input row 2q and the 16 bytes below them, of row 2q + 1, both from four pixels
//                  left of the m-th group of eight columns on. As the bytes lie in memory: nothing is unpacked.
//     B (32 x 8)   column n: the taps of the cell at the group's n-th column, 0 where a byte is not its own
//     D (16 x 8)   partial sums of cells; three or four products, down the pairs of rows, complete them
//
// A pixel needs the cell to its right as well, which is the lane's own or its neighbour's; the warp's last column lacks
// one, so that warps overlap by a word.
#pragma once

#include "cuda/kernels/edges_frame.cuh"
#include "cuda/kernels/edges_walk.cuh"
#include "cuda/kernels/lane_stores.cuh"
#include "cuda/kernels/row_ring.cuh"

namespace strandline::cuda {

struct TensorShape {
  static constexpr int kWalkingWarps = 8;
  static constexpr int kThreads = 32 * (kWalkingWarps + 1);
  static constexpr int kGroupCols = 8;
  static constexpr int kGroups = 16;
  // Of the 128 columns of cells, 127 have one to their right; a multiple of four keeps words aligned.
  static constexpr int kWarpCols = kGroupCols * kGroups - 4;
  static constexpr int kCols = kWalkingWarps * kWarpCols;
  static constexpr int kSlotRows = 8;
  static constexpr int kSlots = 3;
  static constexpr int kBlocksPerMultiprocessor = 3;
};

/// Where a lane stands in the fragments of m16n8k32 (PTX ISA, "Matrix fragments for mma.m16n8k32").
struct FragmentLane {
  int group = static_cast<int>(threadIdx.x) % 32 / 4;  // row of A and D, column of B; A and D have group + 8 as well
  int quarter = static_cast<int>(threadIdx.x) % 4;     // four bytes of A and B, two columns of D
};

/// Two rows of input as a lane holds them: A.
struct RowPair {
  std::uint32_t bytes[4];

  __device__ __forceinline__ static RowPair read(SharedAddress row, SharedAddress row_below) {
    constexpr int kEightGroups = 8 * TensorShape::kGroupCols;
    return {{load_word<4>(row), load_word<4>(row + kEightGroups), load_word<4>(row_below),
             load_word<4>(row_below + kEightGroups)}};
  }
};

/// The taps of both rows of a pair: B.
struct Taps {
  std::uint32_t bytes[2];
};

/// Partial sums: C and D.
struct Cells {
  std::int32_t sums[4];
};

__device__ __forceinline__ Cells add_products(const Cells& cells, const RowPair& rows, const Taps& taps) {
  Cells sum;
  asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%10, %11, %12, %13};"
      : "=r"(sum.sums[0]), "=r"(sum.sums[1]), "=r"(sum.sums[2]), "=r"(sum.sums[3])
      : "r"(rows.bytes[0]), "r"(rows.bytes[1]), "r"(rows.bytes[2]), "r"(rows.bytes[3]), "r"(taps.bytes[0]),
        "r"(taps.bytes[1]), "r"(cells.sums[0]), "r"(cells.sums[1]), "r"(cells.sums[2]), "r"(cells.sums[3]));
  return sum;
}

/// What a lane's products take beside the image. A table in memory, because constants that the compiler can see it
/// would move into place before each product, which wants its operands in neighbouring registers.
struct alignas(16) LaneTaps {
  Taps odd[4];   // - 1 | 5 10 | 10 5 | 1 -: cells whose first row is a pair's second
  Taps even[3];  // 1 5 | 10 10 | 5 1: cells whose first row is a pair's first
  Taps unused;   // keeps the next aligned
  Cells zero;    // 2^23 in f32, see CellRow
};

struct TapTable {
  LaneTaps lanes[32];
};

/// The taps of a row of the 6x6 binomial, `weight` times 1 5 10 10 5 1, for the cell at column `group` of B, at bytes
/// 4 * quarter on.
constexpr std::uint32_t row_taps(int group, int quarter, std::uint32_t weight) {
  constexpr std::uint32_t kSixTaps[6] = {1, 5, 10, 10, 5, 1};
  std::uint32_t bytes = 0;
  for (int i = 0; i < 4; ++i) {
    // A group's bytes begin four columns left of it, a cell's taps three.
    const int tap = 4 * quarter + i - 1 - group;
    if (tap >= 0 && tap < 6) bytes |= kSixTaps[tap] * weight << (8 * i);
  }
  return bytes;
}

constexpr TapTable make_tap_table() {
  TapTable table = {};
  for (int lane = 0; lane < 32; ++lane) {
    const std::uint32_t one = row_taps(lane / 4, lane % 4, 1);
    const std::uint32_t five = row_taps(lane / 4, lane % 4, 5);
    const std::uint32_t ten = row_taps(lane / 4, lane % 4, 10);
    table.lanes[lane] = {{{{0, one}}, {{five, ten}}, {{ten, five}}, {{one, 0}}},
                         {{{one, five}}, {{ten, ten}}, {{five, one}}},
                         {},
                         {{0x4b000000, 0x4b000000, 0x4b000000, 0x4b000000}}};
  }
  return table;
}
static __device__ const TapTable kTapTable = make_tap_table();

/// Cells of one row as f32: exactly, because they begin as 2^23, whose f32 has one unit per unit in the last place, and
/// the products add less than 2^18 to its bits. Differences of two cells lose the 2^23 again.
struct CellRow {
  float cells[4];   // the lane's two columns in its first group, then in its second
  float beyond[2];  // the cells to the right of those

  __device__ __forceinline__ explicit CellRow(const Cells& sums) {
    for (int i = 0; i < 4; ++i) cells[i] = __int_as_float(sums.sums[i]);
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const float next_first = __shfl_sync(~0u, cells[0], lane + 1);
    const float next_second = __shfl_sync(~0u, cells[2], lane + 1);
    // To the right of the last lane's first group lies the first lane's second. To the right of its second, nothing
    // that is known.
    beyond[0] = lane == 31 ? next_second : next_first;
    beyond[1] = next_second;
  }
  CellRow() = default;

  __device__ __forceinline__ float right_of(int i) const { return i % 2 == 0 ? cells[i + 1] : beyond[i / 2]; }
};

/// The decisions of the pixels between two rows of cells: four neighbouring ones for each lane, see TensorLane.
__device__ __forceinline__ std::uint32_t decide(const CellRow& before, const CellRow& now,
                                                float half_squared_threshold) {
  float d[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    d[i] = decision(before.cells[i], before.right_of(i), now.cells[i], now.right_of(i), half_squared_threshold);
  }
  // The lane's two pixels of its first group, then two of its second. Lanes that are neighbours swap one for the other,
  // so that each writes four bytes in one piece.
  const std::uint32_t own = __byte_perm(bytes_of_signs(d[0], d[1]), bytes_of_signs(d[2], d[3]), 0x5410);
  const std::uint32_t other = __shfl_xor_sync(~0u, own, 1);
  return __byte_perm(own, other, threadIdx.x % 2 == 0 ? 0x5410 : 0x3276);
}

/// Two rows of cells from the last four pairs of rows, `pairs[newest]` the last of them.
struct CellRowPair {
  CellRow odd;   // its first row is the second of the oldest pair
  CellRow even;  // its first row is the first of the next

  __device__ __forceinline__ CellRowPair(const RowPair (&pairs)[4], int newest, const LaneTaps& taps) {
    Cells odd_sums = taps.zero;
    Cells even_sums = taps.zero;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const RowPair& rows = pairs[(newest + 1 + i) % 4];
      odd_sums = add_products(odd_sums, rows, taps.odd[i]);
      if (i > 0) even_sums = add_products(even_sums, rows, taps.even[i - 1]);
    }
    odd = CellRow(odd_sums);
    even = CellRow(even_sums);
  }
};

/// Where a lane reads and writes, in the block's columns.
struct TensorLane {
  static constexpr int kWriteCols = 4;

  int read_col;
  // Of two lanes that are neighbours the even one writes in their first group, the odd one in their second.
  int write_col;
  bool writes;  // whether its columns there are this warp's

  __device__ TensorLane() {
    const FragmentLane lane;
    const int warp_col = static_cast<int>(threadIdx.x) / 32 * TensorShape::kWarpCols;
    const int odd = lane.quarter % 2;
    const int col = TensorShape::kGroupCols * (lane.group + 8 * odd) + 2 * (lane.quarter - odd);
    read_col = warp_col + TensorShape::kGroupCols * lane.group - 4 + 4 * lane.quarter;
    write_col = warp_col + col;
    writes = col < TensorShape::kWarpCols;
  }
};

using TensorRing = RowRing<std::uint8_t, false, TensorShape::kCols, TensorShape::kSlotRows, TensorShape::kSlots>;

/// A warp's walk over the rows of the ring.
template <bool kWhole>
class TensorWalk {
  using Shape = TensorShape;
  // As many rows as make the ring of four pairs come round, so that it is indexed by constants.
  static_assert(Shape::kSlotRows % 8 == 0);

 public:
  __device__ TensorWalk(const TensorRing& ring, const TensorLane& lane,
                        const LaneStores<TensorLane::kWriteCols>& stores, float half_squared_threshold,
                        OutputRow output)
      : ring_(ring),
        stores_(stores),
        half_squared_threshold_(half_squared_threshold),
        read_col_(lane.read_col),
        output_(output),
        taps_(kTapTable.lanes[threadIdx.x % 32]) {}

  template <class Writes>
  __device__ __forceinline__ void take_slot(int slot, Writes&& writes) {
#pragma unroll
    for (int i = 0; i < Shape::kSlotRows; i += 2) {
      const int newest = i / 2 % 4;
      pairs_[newest] = RowPair::read(ring_.pixel(slot, i, read_col_), ring_.pixel(slot, i + 1, read_col_));
      const CellRowPair cells(pairs_, newest, taps_);
      const std::uint32_t upper = decide(before_, cells.odd, half_squared_threshold_);
      const std::uint32_t lower = decide(cells.odd, cells.even, half_squared_threshold_);
      if (writes(i)) stores_.template write<kWhole>(output_.address(), upper);
      output_.advance();
      if (writes(i + 1)) stores_.template write<kWhole>(output_.address(), lower);
      output_.advance();
      before_ = cells.even;
    }
  }

 private:
  const TensorRing& ring_;
  const LaneStores<TensorLane::kWriteCols>& stores_;
  float half_squared_threshold_;
  int read_col_;
  OutputRow output_;
  LaneTaps taps_;
  RowPair pairs_[4] = {};
  CellRow before_ = {};
};

static __global__ void __launch_bounds__(TensorShape::kThreads, TensorShape::kBlocksPerMultiprocessor)
    edges_tensor_kernel(const __grid_constant__ EdgesOperation operation, const __grid_constant__ Band band,
                        const __grid_constant__ Cut cut, const __grid_constant__ RowMaps maps) {
#if __CUDA_ARCH__ >= 900
  using Shape = TensorShape;
  if (write_frame<std::uint8_t>(operation, band, cut, Shape::kThreads)) return;
  __shared__ alignas(TensorRing::kAlignment) std::byte memory[TensorRing::kBytes];
  const TensorRing ring(memory);
  const auto walk_rows = [&](const BlockArea& area, const RowWalk& walk, int walking_warps) {
    const TensorLane lane;
    const std::int64_t col = area.first_col + lane.write_col;
    const LaneStores<TensorLane::kWriteCols> stores(band, cut.frame, col, true, lane.writes);
    const OutputRow output(band, walk, col);
    ring.wait_until_initialised(walking_warps);
    choose_walk(stores.is_whole(), [&]<bool kWhole>() {
      TensorWalk<kWhole> state(ring, lane, stores, operation.half_squared_threshold, output);
      walk_slots<true>(ring, walk, [&](int slot, auto writes) { state.take_slot(slot, writes); });
    });
  };
  fill_or_walk<Shape::kWalkingWarps, Shape::kWarpCols>(ring, operation, band, cut, maps, walk_rows);
#endif
}

}  // namespace strandline::cuda
