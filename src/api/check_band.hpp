// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The one check of a band's views, whatever memory they are in.
#pragma once

#include <strandline/band.hpp>
#include <strandline/operation.hpp>

namespace strandline::api {

/// Throws InvalidArgument when a view is empty or overlaps another, shapes disagree, or rows are missing. Looks at
/// pointers only, never at pixels.
void check_band(const Operation& operation, const Band& band);

}  // namespace strandline::api
