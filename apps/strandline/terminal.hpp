// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Text to stderr that never makes a run fail.
#pragma once

#include <string>

namespace strandline::app {

/// Writes to stderr, ignoring that it may be closed, full, or a pipe that nobody reads: the picture matters more.
void say(const std::string& text);

}  // namespace strandline::app
