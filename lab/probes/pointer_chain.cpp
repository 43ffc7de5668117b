// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Chains of nodes in memory, each of which says where the next one lies.
#include "probes/pointer_chain.hpp"

#include <algorithm>
#include <cstddef>
#include <random>
#include <utility>

namespace strandline::lab {

std::int64_t chain_nodes(std::int64_t footprint_bytes, std::int64_t stride_bytes) {
  return std::max(std::int64_t{1}, footprint_bytes / stride_bytes);
}

Chain make_chain(std::int64_t nodes, std::int64_t stride_bytes, ChainOrder order, std::int64_t first_byte) {
  Chain chain(static_cast<std::size_t>(nodes));
  for (std::size_t i = 0; i < chain.size(); ++i) {
    chain[i] = static_cast<std::uint64_t>(first_byte) + i * static_cast<std::uint64_t>(stride_bytes);
  }
  if (order == ChainOrder::random) {
    std::mt19937 random(4);  // not std::shuffle, whose order each standard library makes its own
    for (std::size_t i = chain.size(); i > 1; --i) std::swap(chain[i - 1], chain[random() % i]);
  }
  return chain;
}

}  // namespace strandline::lab
