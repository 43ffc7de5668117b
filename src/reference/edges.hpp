// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The oracle for edges: scalar, one pixel at a time, as docs/arithmetic.md writes it.
#pragma once

#include <strandline/band.hpp>
#include <strandline/operation.hpp>

namespace strandline::reference {

void edges(const EdgesOperation& operation, const Band& band);

}  // namespace strandline::reference
