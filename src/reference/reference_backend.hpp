// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The reference backend's place in the list of backends.
#pragma once

#include <strandline/backend.hpp>

namespace strandline::reference {

const Backend& backend();

}  // namespace strandline::reference
