// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the choice of a backend must know of a band.
#pragma once

#include <strandline/backend.hpp>

namespace strandline::api {

/// Of a band that check_band() has passed. Looks at where the memory is only when the process uses CUDA already, for
/// else none of it can be page-locked. Throws InvalidArgument for memory on a card.
Workload workload_of(const Band& band, int threads);

}  // namespace strandline::api
