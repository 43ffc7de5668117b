// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Names of the border rules.
#include <strandline/border.hpp>

#include "raster/check_kinds.hpp"

namespace strandline {

std::string_view to_string(Border border) {
  raster::check_kind(border);
  switch (border) {
    case Border::zero:
      return "zero";
    case Border::replicate:
      return "replicate";
    case Border::reflect:
      return "reflect";
    case Border::reflect101:
      return "reflect101";
    case Border::wrap:
      break;
  }
  return "wrap";
}

std::optional<Border> parse_border(std::string_view name) {
  for (const Border border : kAllBorders) {
    if (name == to_string(border)) return border;
  }
  return std::nullopt;
}

}  // namespace strandline
