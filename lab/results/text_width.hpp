// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// How many columns of a terminal a text takes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace strandline::lab {

/// One for each character of UTF-8; wide and combining ones don't occur in our tables.
inline std::size_t text_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace strandline::lab
