// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Numbers in files that begin with their highest byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace strandline::raster {

/// The `count` bytes from `at` on, which must be there; at most seven.
inline std::int64_t big_endian(const std::vector<std::uint8_t>& bytes, std::size_t at, std::size_t count) {
  std::int64_t value = 0;
  for (std::size_t i = at; i < at + count; ++i) value = value * 256 + bytes[i];
  return value;
}

}  // namespace strandline::raster
