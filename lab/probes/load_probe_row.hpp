// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the load probe runs: a warp's loads as a row of a table, and what lies at the addresses. Needs no card.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <strandline/warp_cost.hpp>

namespace strandline::lab {

inline constexpr int kWordBytes = 4;

/// What lies at word `index`: pseudo-random, and known without being stored. The finaliser of MurmurHash3 (Appleby).
#ifdef __CUDACC__
__host__ __device__
#endif
    constexpr std::uint32_t
    word_at(std::uint64_t index) {
  auto word = static_cast<std::uint32_t>(index ^ (index >> 32));
  word ^= word >> 16;
  word *= 0x85ebca6bU;
  word ^= word >> 13;
  word *= 0xc2b2ae35U;
  return word ^ (word >> 16);
}

/// Memory and instruction. `matrices`: of shared memory, four 8 x 8 matrices of 2-byte elements for all lanes together,
/// each of which names a row of 16 bytes (ldmatrix.x4). `global`: through L1.
enum class LoadFrom { shared, matrices, constant, global };

/// What the first-level constant cache holds, measured by Jia and others on Volta and Turing (arXiv:1804.06826,
/// arXiv:1903.07486): all requests stay within it.
inline constexpr int kLoadTableBytes = 2048;

/// Loads of a thread that don't wait for each other; together they are a turn.
inline constexpr int kLoads = 8;

/// What a warp loads again and again.
struct LoadRow {
  std::string name = {};
  LoadFrom from = LoadFrom::shared;
  int width_bytes = 4;  ///< of a lane
  /// (sets, kLoads, 32): each lane's first byte, a multiple of the width. Warp w takes set w mod sets.
  std::vector<std::uint32_t> offsets;
  int turns = 1;

  std::int64_t sets() const { return std::ssize(offsets) / (kLoads * kWarpLanes); }
};

/// `offset`(request, lane) of so many requests, a multiple of kLoads, as LoadRow::offsets.
template <class OffsetOf>
std::vector<std::uint32_t> offsets_of(int requests, const OffsetOf& offset) {
  std::vector<std::uint32_t> offsets;
  for (int request = 0; request < requests; ++request) {
    for (int lane = 0; lane < kWarpLanes; ++lane) offsets.push_back(static_cast<std::uint32_t>(offset(request, lane)));
  }
  return offsets;
}

/// The words of an element, added modulo 2^32; 2 bytes are widened.
std::uint32_t element_sum(std::uint64_t byte, int width_bytes);

/// (sets, 32): what each lane finds in a turn, as a sum of its elements'.
std::vector<std::uint32_t> turn_sums(const LoadRow& row);

}  // namespace strandline::lab
