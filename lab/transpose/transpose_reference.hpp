// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The transposition that kernels are checked against.
#pragma once

#include <cstdint>
#include <vector>

namespace strandline::lab {

/// Of a (side, side) matrix.
std::vector<float> transposed(const std::vector<float>& matrix, std::int64_t side);

}  // namespace strandline::lab
