// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// A crop of the Blue Marble that is built in, since an installed command has no folder of pictures beside it.
#pragma once

#include <cstdint>
#include <span>

namespace strandline::lab {

inline constexpr int kBlueMarbleSide = 256;

/// Luma, kBlueMarbleSide rows and columns: the Mediterranean. From blue_marble_256x256.pgm.
std::span<const std::uint8_t> blue_marble_luma();

}  // namespace strandline::lab
