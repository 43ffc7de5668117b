// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Lists of integers as users write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace strandline::lab {

/// A list of more is taken for a slip.
inline constexpr std::int64_t kMostIntegers = 65537;

/// Of a text such as "1,2,32", "1..33" or "0..4,8": integers and ranges in their order. Nothing when the text has
/// anything else, a range that goes down, or more than kMostIntegers.
std::optional<std::vector<std::int64_t>> parse_integers(std::string_view text);

}  // namespace strandline::lab
