// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the cost model says of a copy and of four ways to turn a matrix, and the roofline made of it. Needs no card.
#pragma once

#include <cstdint>
#include <string>

namespace strandline::lab {

enum class Mover { copy, naive, tile_32, tile_33, swizzled };

/// Counts for each 32 elements, read and written: the mean over a tile inside the matrix.
struct MoverCharge {
  double sectors = 0;     ///< between L1 and L2
  double wavefronts = 0;  ///< of L1 and of shared memory, which are one
};

/// `side` says how rows lie to sectors; for Mover::swizzled it is a multiple of four.
MoverCharge mover_charge(Mover mover, std::int64_t side);

/// What the card does in a nanosecond, the whole of it.
struct CardRates {
  double dram_bytes = 0;
  double sectors = 0;
  double wavefronts = 0;
};

struct RooflineTime {
  double ns = 0;
  std::string bound_by;  ///< "DRAM", "sectors" or "wavefronts"
};

/// For a matrix of so many elements that is read from DRAM and written there once: the slowest of the three.
RooflineTime roofline_time(const MoverCharge& charge, std::int64_t elements, const CardRates& rates);

}  // namespace strandline::lab
