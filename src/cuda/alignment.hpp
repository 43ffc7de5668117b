// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Whether a band's images are aligned in memory.
#pragma once

#include <cstdint>

#include <strandline/band.hpp>

namespace strandline::cuda {

/// Whether the base and the stride of all of the band's images are multiples of `bytes`.
inline bool is_aligned(const Band& band, std::int64_t bytes) {
  const auto meets = [bytes](const auto& view) {
    return reinterpret_cast<std::intptr_t>(view.data) % bytes == 0 && view.stride_bytes % bytes == 0;
  };
  return meets(band.input) && meets(band.valid) && meets(band.output);
}

}  // namespace strandline::cuda
