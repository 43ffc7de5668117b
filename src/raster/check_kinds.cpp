// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Refuses integers that name none of an enumeration's values.
#include "raster/check_kinds.hpp"

#include <string_view>

#include <fmt/format.h>

#include <strandline/error.hpp>

namespace strandline::raster {
namespace {

template <class Enumeration>
void check_is_at_most(Enumeration last, Enumeration kind, std::string_view what, std::string_view names) {
  const auto value = static_cast<int>(kind);
  if (value >= 0 && value <= static_cast<int>(last)) return;
  throw InvalidArgument(fmt::format("{} {} is none that there is, choose one of {} (0 to {})", what, value, names,
                                    static_cast<int>(last)));
}

}  // namespace

void check_kind(Border border) {
  check_is_at_most(Border::wrap, border, "border", "zero, replicate, reflect, reflect101 and wrap");
}

void check_kind(PixelType pixel_type) { check_is_at_most(PixelType::f32, pixel_type, "pixel type", "u8, u16 and f32"); }

void check_kind(Compression compression) {
  check_is_at_most(Compression::none, compression, "compression", "automatic and none");
}

}  // namespace strandline::raster
