// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The CPU backend's place in the list of backends.
#pragma once

#include <strandline/backend.hpp>

namespace strandline::cpu {

const Backend& backend();

}  // namespace strandline::cpu
