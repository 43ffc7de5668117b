// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The GPU as a Backend, for images in host memory.
#pragma once

#include <strandline/backend.hpp>

namespace strandline::cuda {

const Backend& backend();

}  // namespace strandline::cuda
