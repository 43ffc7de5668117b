// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Chains of nodes in memory, each of which says where the next one lies.
#pragma once

#include <cstdint>
#include <vector>

namespace strandline::lab {

enum class ChainOrder {
  sequential,
  random  ///< in an order that nothing can foresee, the same in every run
};

/// The bytes at which nodes lie, in the order in which they are visited; after the last one comes the first.
using Chain = std::vector<std::uint64_t>;

/// At least one.
std::int64_t chain_nodes(std::int64_t footprint_bytes, std::int64_t stride_bytes);

/// Nodes `stride_bytes` apart, from `first_byte` on.
Chain make_chain(std::int64_t nodes, std::int64_t stride_bytes, ChainOrder order, std::int64_t first_byte = 0);

/// Where so many loads lead from the first node.
inline std::uint64_t follow_chain(const Chain& chain, std::int64_t loads) {
  return chain[static_cast<std::size_t>(loads) % chain.size()];
}

}  // namespace strandline::lab
