// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Edges of one tile in one pass over its rows, with the widest vectors that the machine has.
#pragma once

#include <string>

#include <strandline/band.hpp>
#include <strandline/operation.hpp>

#include "cpu/tile.hpp"

namespace strandline::cpu {

/// Writes the tile's part of band.output, as if all pixels were valid.
void edges(const EdgesOperation& operation, const Band& band, const Tile& tile);

/// The name of the instruction set that edges() uses here, such as "AVX2".
std::string instruction_set();

}  // namespace strandline::cpu
