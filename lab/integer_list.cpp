// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Lists of integers as users write them.
#include "integer_list.hpp"

#include <charconv>
#include <utility>

namespace strandline::lab {
namespace {

std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Both ends, which of a single integer are the same.
std::optional<std::pair<std::int64_t, std::int64_t>> parse_range(std::string_view text) {
  const std::size_t dots = text.find("..");
  const auto first = parse_integer(text.substr(0, dots));
  const auto last = dots == std::string_view::npos ? first : parse_integer(text.substr(dots + 2));
  if (!first || !last || *last < *first) return std::nullopt;
  return std::pair(*first, *last);
}

}  // namespace

std::optional<std::vector<std::int64_t>> parse_integers(std::string_view text) {
  std::vector<std::int64_t> integers;
  for (std::size_t comma = 0; comma != std::string_view::npos;) {
    comma = text.find(',');
    const auto range = parse_range(text.substr(0, comma));
    if (!range) return std::nullopt;
    // Without a sign the distance of any two is right.
    const auto steps = static_cast<std::uint64_t>(range->second) - static_cast<std::uint64_t>(range->first);
    if (steps >= static_cast<std::uint64_t>(kMostIntegers) - integers.size()) return std::nullopt;
    for (std::uint64_t step = 0; step <= steps; ++step) {
      integers.push_back(range->first + static_cast<std::int64_t>(step));
    }
    if (comma != std::string_view::npos) text.remove_prefix(comma + 1);
  }
  return integers;
}

}  // namespace strandline::lab
