// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Text to stderr that never makes a run fail, and text that never commands a terminal.
#pragma once

#include <string>
#include <string_view>

namespace strandline::app {

/// Writes to stderr, ignoring that it may be closed, full, or a pipe that nobody reads: the picture matters more.
void say(const std::string& text);

/// Text from a file or a name, on one line: white space is a blank, any other control character is written as \x1b is
/// here. A band's description could else clear the screen or pass for a message of ours.
std::string printable(std::string_view text);

}  // namespace strandline::app
