// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What an image is taken to be outside its frame.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include <strandline/export.hpp>

namespace strandline {

enum class Border : std::uint8_t {
  zero,        ///< 0 0 0 | a b c d | 0 0 0
  replicate,   ///< a a a | a b c d | d d d
  reflect,     ///< c b a | a b c d | d c b
  reflect101,  ///< d c b | a b c d | c b a
  wrap,        ///< b c d | a b c d | a b c
};

inline constexpr std::array kAllBorders = {Border::zero, Border::replicate, Border::reflect, Border::reflect101,
                                           Border::wrap};

/// The names of the command's --border option.
STRANDLINE_API std::string_view to_string(Border border);
STRANDLINE_API std::optional<Border> parse_border(std::string_view name);

/// Whether the cells of P on the frame have sums of their own, see docs/arithmetic.md: where extending the blurred
/// image is not the same as extending the source.
constexpr bool has_frame_cells(Border border) { return border == Border::zero || border == Border::replicate; }

/// What border_index returns for a pixel that is zero because it lies outside the frame.
/// No difference of two rows can be mistaken for it.
inline constexpr std::int64_t kOutside = std::numeric_limits<std::int64_t>::min();

/// The index in [0, size) that index `i` of the endlessly extended row or column stands for; kOutside
/// where border zero puts a 0. Holds for every `i` and every size from 1, however far outside `i` lies.
constexpr std::int64_t border_index(std::int64_t i, std::int64_t size, Border border) {
  if (i >= 0 && i < size) return i;
  const auto positive_remainder = [i](std::int64_t period) { return (i % period + period) % period; };
  switch (border) {
    case Border::zero:
      return kOutside;
    case Border::replicate:
      return i < 0 ? 0 : size - 1;
    case Border::reflect: {
      const std::int64_t k = positive_remainder(2 * size);
      return k < size ? k : 2 * size - 1 - k;
    }
    case Border::reflect101: {
      if (size == 1) return 0;
      const std::int64_t k = positive_remainder(2 * size - 2);
      return k < size ? k : 2 * size - 2 - k;
    }
    case Border::wrap:
      break;
  }
  return positive_remainder(size);
}

}  // namespace strandline
