// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Text to stderr that never makes a run fail.
#include "terminal.hpp"

#include <cstdio>

namespace strandline::app {

void say(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace strandline::app
