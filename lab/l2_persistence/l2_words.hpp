// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The contents of the region and of the stream: one definition for the kernel that fills them and for the reference.
#pragma once

#include <cstdint>

namespace strandline::lab {

/// A pseudo-random word for each index; those of different seeds have nothing to do with each other.
constexpr std::uint32_t mixed_word(std::int64_t index, std::uint32_t seed) {
  // The finaliser of SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators").
  std::uint64_t z = static_cast<std::uint64_t>(index) + (static_cast<std::uint64_t>(seed) << 40);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return static_cast<std::uint32_t>(z ^ (z >> 31));
}

inline constexpr std::uint32_t kRegionSeed = 1;
inline constexpr std::uint32_t kStreamSeed = 2;

}  // namespace strandline::lab
