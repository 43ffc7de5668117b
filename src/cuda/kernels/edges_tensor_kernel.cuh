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
// A second set of products with the taps one column further right makes the cell to the right of each, so that a lane
// has all that its pixels need.
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
  static constexpr int kWarpCols = kGroupCols * kGroups;
  static constexpr int kCols = kWalkingWarps * kWarpCols;
  static constexpr int kRunRows = 64;
  static constexpr int kSlotRows = 4;
  static constexpr int kSlots = 4;
  static constexpr int kBlocksPerMultiprocessor = 2;
};

/// Where a lane stands in the fragments of m16n8k32 (PTX ISA, "Matrix fragments for mma.m16n8k32").
struct FragmentLane {
  int group = static_cast<int>(threadIdx.x) % 32 / 4;  // row of A and D, column of B; A and D have group + 8 as well
  int quarter = static_cast<int>(threadIdx.x) % 4;     // four bytes of A and B, two columns of D
};

/// Two rows of input as a lane holds them: A.
struct RowPair {
  std::uint32_t bytes[4];

  __device__ static RowPair read(const std::byte* row, const std::byte* row_below) {
    constexpr int kEightGroups = 8 * TensorShape::kGroupCols;
    const auto word = [](const std::byte* at) { return *reinterpret_cast<const std::uint32_t*>(at); };
    return {{word(row), word(row + kEightGroups), word(row_below), word(row_below + kEightGroups)}};
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

/// Hides from the compiler where a value came from. It would else keep one register for equal values and copy them side
/// by side before each product, which wants its operands in neighbouring registers.
template <class Value>
__device__ __forceinline__ void keep_apart(Value& value) {
  asm volatile("" : "+r"(value));
}

/// The taps of a row of the 6x6 binomial, `weight` times 1 5 10 10 5 1, for the cell `shift` columns to the right of
/// the lane's column of B.
__device__ inline std::uint32_t row_taps(FragmentLane lane, int shift, std::uint32_t weight) {
  constexpr std::uint64_t kSixTaps = 0x01050a0a0501;
  std::uint32_t bytes = 0;
  for (int i = 0; i < 4; ++i) {
    // A group's bytes begin four columns left of it, a cell's taps three.
    const int tap = 4 * lane.quarter + i - 1 - lane.group - shift;
    if (tap >= 0 && tap < 6) bytes |= static_cast<std::uint32_t>((kSixTaps >> (8 * tap)) & 0xff) * weight << (8 * i);
  }
  return bytes;
}

/// All taps that a walk needs, for the cells of a lane's columns or for those to the right of them.
struct CellTaps {
  Taps even[3];  // 1 5 | 10 10 | 5 1: cells whose first row is a pair's first
  Taps odd[4];   // - 1 | 5 10 | 10 5 | 1 -: cells whose first row is a pair's second

  __device__ static CellTaps of(FragmentLane lane, int shift) {
    const std::uint32_t one = row_taps(lane, shift, 1);
    const std::uint32_t five = row_taps(lane, shift, 5);
    const std::uint32_t ten = row_taps(lane, shift, 10);
    CellTaps taps = {{{{one, five}}, {{ten, ten}}, {{five, one}}},
                     {{{0, one}}, {{five, ten}}, {{ten, five}}, {{one, 0}}}};
    for (Taps& pair : taps.even) {
      keep_apart(pair.bytes[0]);
      keep_apart(pair.bytes[1]);
    }
    for (Taps& pair : taps.odd) {
      keep_apart(pair.bytes[0]);
      keep_apart(pair.bytes[1]);
    }
    return taps;
  }
};

/// Cells of one row as f32: exactly, because they begin as 2^23, whose f32 has one unit per unit in the last place, and
/// the products add less than 2^18 to its bits. Differences of two cells lose the 2^23 again.
struct CellRow {
  float here[4];
  float right[4];

  __device__ static Cells zero() {
    constexpr std::int32_t kTwoToThe23 = 0x4b000000;
    Cells cells = {{kTwoToThe23, kTwoToThe23, kTwoToThe23, kTwoToThe23}};
    for (std::int32_t& sum : cells.sums) keep_apart(sum);
    return cells;
  }
  __device__ static CellRow of(const Cells& here, const Cells& right) {
    CellRow row;
    for (int i = 0; i < 4; ++i) {
      row.here[i] = __int_as_float(here.sums[i]);
      row.right[i] = __int_as_float(right.sums[i]);
    }
    return row;
  }
};

/// The decisions of two pixels in each of a lane's two groups, between two rows of cells: their bytes, lowest first.
template <Direction kDirection>
__device__ __forceinline__ std::uint32_t decide(const CellRow& before, const CellRow& now,
                                                float half_squared_threshold) {
  float d[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    d[i] = kDirection == Direction::down
               ? decision(before.here[i], before.right[i], now.here[i], now.right[i], half_squared_threshold)
               : decision(now.here[i], now.right[i], before.here[i], before.right[i], half_squared_threshold);
  }
  return bytes_of_signs(d[0], d[1], d[2], d[3]);
}

template <Direction kDirection, class Ring>
__device__ __forceinline__ void walk_tensor(const EdgesOperation& operation, const Band& band, const Cut& cut,
                                            const BlockArea& area, const RowWalk& walk, Ring& ring) {
  using Shape = TensorShape;
  constexpr int kPairs = Shape::kSlotRows / 2;
  constexpr int kEightGroups = 8 * Shape::kGroupCols;
  const FragmentLane lane;
  const int warp_col = static_cast<int>(threadIdx.x) / 32 * Shape::kWarpCols;
  const int read_col = warp_col + Shape::kGroupCols * lane.group - 4 + 4 * lane.quarter;
  const int write_col = warp_col + Shape::kGroupCols * lane.group + 2 * lane.quarter;
  const LaneStores<2> left_stores(band, cut.frame, area.first_col + write_col, true);
  const LaneStores<2> right_stores(band, cut.frame, area.first_col + write_col + kEightGroups, true);
  std::uint8_t* to = band.output.data + walk.output_row(0) * band.output.stride_bytes + area.first_col + write_col;
  const std::int64_t to_next = band.output.stride_bytes * walk.step();
  const CellTaps here_taps = CellTaps::of(lane, 0);
  const CellTaps right_taps = CellTaps::of(lane, 1);
  const bool warp_writes_all = __all_sync(~0u, left_stores.in_one_piece() && right_stores.in_one_piece());
  const auto write = [&](int k, std::uint32_t bytes) {
    if (!walk.writes(k)) {
    } else if (warp_writes_all) {
      *reinterpret_cast<std::uint16_t*>(to) = static_cast<std::uint16_t>(bytes);
      *reinterpret_cast<std::uint16_t*>(to + kEightGroups) = static_cast<std::uint16_t>(bytes >> 16);
    } else {
      left_stores.store(to, static_cast<std::uint16_t>(bytes));
      right_stores.store(to + kEightGroups, static_cast<std::uint16_t>(bytes >> 16));
    }
    to += to_next;
  };

  const Cells zero = CellRow::zero();
  RowPair pairs[4] = {};
  CellRow before = {};
  int slot = 0;
  std::uint32_t parity = 0;
  // Two slots of four rows, so that the ring of four pairs is indexed by constants.
  for (int first = 0; first < walk.count(); first += 2 * Shape::kSlotRows) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      if (first + half * Shape::kSlotRows >= walk.count()) break;
      ring.filled[slot].wait(parity);
#pragma unroll
      for (int i = 0; i < kPairs; ++i) {
        const int newest = half * kPairs + i;
        pairs[newest] =
            RowPair::read(ring.pixels[slot][2 * i].pixel(read_col), ring.pixels[slot][2 * i + 1].pixel(read_col));
        Cells odd_here = zero;
        Cells odd_right = zero;
        Cells even_here = zero;
        Cells even_right = zero;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          const RowPair& rows = pairs[(newest + 1 + j) % 4];
          odd_here = add_products(odd_here, rows, here_taps.odd[j]);
          odd_right = add_products(odd_right, rows, right_taps.odd[j]);
          if (j == 0) continue;
          even_here = add_products(even_here, rows, here_taps.even[j - 1]);
          even_right = add_products(even_right, rows, right_taps.even[j - 1]);
        }
        // Row 2q completes the cells whose first row is the second of pair q - 3, row 2q + 1 those of the pair q - 2.
        const CellRow odd = CellRow::of(odd_here, odd_right);
        const CellRow even = CellRow::of(even_here, even_right);
        const int k = first + half * Shape::kSlotRows + 2 * i;
        write(k, decide<kDirection>(before, odd, operation.half_squared_threshold));
        write(k + 1, decide<kDirection>(odd, even, operation.half_squared_threshold));
        before = even;
      }
      __syncwarp();
      if (threadIdx.x % 32 == 0) ring.emptied[slot].arrive();
      if (++slot == Shape::kSlots) {
        slot = 0;
        parity ^= 1;
      }
    }
  }
}

static __global__ void __launch_bounds__(TensorShape::kThreads, TensorShape::kBlocksPerMultiprocessor)
    edges_tensor_kernel(const __grid_constant__ EdgesOperation operation, const __grid_constant__ Band band,
                        const __grid_constant__ Cut cut) {
#if __CUDA_ARCH__ >= 900
  using Shape = TensorShape;
  if (blockIdx.x < cut.frame_blocks) {
    const std::int64_t index = std::int64_t{blockIdx.x} * Shape::kThreads + threadIdx.x;
    if (index < cut.frame.pixels()) write_frame_pixel<std::uint8_t>(operation, band, cut.frame, index);
    return;
  }
  __shared__ RowRing<std::uint8_t, false, Shape::kCols, Shape::kSlotRows, Shape::kSlots> ring;
  const BlockArea area = BlockArea::of(cut, band, blockIdx.x - cut.frame_blocks);
  const RowWalk walk(band, area, cut.frame);
  ring.initialise(area, band.input.cols, Shape::kWalkingWarps);
  if (threadIdx.x >= 32 * Shape::kWalkingWarps) {
    ring.fill(operation, band, area, walk);
  } else if (area.walks_up) {
    walk_tensor<Direction::up>(operation, band, cut, area, walk, ring);
  } else {
    walk_tensor<Direction::down>(operation, band, cut, area, walk, ring);
  }
#endif
}

}  // namespace strandline::cuda
