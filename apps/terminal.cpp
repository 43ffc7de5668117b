// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Text to stderr that never makes a run fail, and text that never commands a terminal.
#include "terminal.hpp"

#include <cstdio>

#include <fmt/format.h>

namespace strandline::app {
namespace {

bool is_control(unsigned char c) { return c < 0x20 || c == 0x7f; }

/// The controls U+0080 to U+009F in UTF-8, of which U+009B does what ESC [ does.
bool is_second_control(unsigned char c, unsigned char next) { return c == 0xc2 && next >= 0x80 && next < 0xa0; }

}  // namespace

void say(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

std::string printable(std::string_view text) {
  constexpr std::string_view kWhiteSpace = "\t\n\v\f\r";
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if (kWhiteSpace.find(text[i]) != std::string_view::npos) {
      result += ' ';
    } else if (is_control(c)) {
      result += fmt::format("\\x{:02x}", c);
    } else if (is_second_control(c, next)) {
      result += fmt::format("\\x{:02x}", next);
      ++i;
    } else {
      result += text[i];
    }
  }
  return result;
}

}  // namespace strandline::app
