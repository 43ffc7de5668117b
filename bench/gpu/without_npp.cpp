// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Stands in for npp_edges.cpp where the CUDA installation has no NPP.
#include "npp_edges.hpp"

namespace strandline::bench {

std::vector<NppChain> npp_chains(AnyImageView, ImageView<std::uint8_t>, double) { return {}; }

}  // namespace strandline::bench
