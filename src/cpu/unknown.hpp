// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Marks the pixels whose neighbourhood holds nodata.
#pragma once

#include <strandline/band.hpp>
#include <strandline/operation.hpp>

#include "cpu/tile.hpp"

namespace strandline::cpu {

/// Overwrites with kUnknown the tile's pixels of band.output whose (2 halo + 1)^2 neighbourhood, extended by the border
/// rule, touches a pixel that band.valid says is nodata.
void mark_unknown(const EdgesOperation& operation, const Band& band, const Tile& tile);

}  // namespace strandline::cpu
