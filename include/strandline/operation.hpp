// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What can be done to a band. One struct an operation, with its parameters already checked and resolved.
#pragma once

#include <cstdint>
#include <variant>

#include <strandline/border.hpp>
#include <strandline/pixel_type.hpp>

namespace strandline {

inline constexpr std::uint8_t kEdge = 255;
inline constexpr std::uint8_t kUnknown = 127;

/// Edge detection, resolved for one pixel type by make_edges_operation(): a pixel is an edge iff
/// u^2 + v^2 > half_squared_threshold, see docs/arithmetic.md.
struct EdgesOperation {
  Border border = Border::reflect101;
  float half_squared_threshold = 0;

  static constexpr std::int64_t kHalo = 3;
};

/// The operations that a backend can be asked for.
using Operation = std::variant<EdgesOperation>;

/// Rows needed above and below an output row.
constexpr std::int64_t halo_rows(const Operation& operation) {
  return std::visit([](const auto& chosen) { return chosen.kHalo; }, operation);
}

constexpr Border border_of(const Operation& operation) {
  return std::visit([](const auto& chosen) { return chosen.border; }, operation);
}

}  // namespace strandline
