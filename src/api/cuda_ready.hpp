// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Whether this process uses CUDA already.
#pragma once

namespace strandline::api {

/// cuda::is_ready(), of which backend `auto` asks at every call: without a driver it takes nothing from the heap.
bool cuda_is_ready();

}  // namespace strandline::api
