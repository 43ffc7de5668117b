// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The contents of region and stream, and what the kernel must find of them without reading all that it reads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

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

/// Sums, modulo 2^32, of the words that mixed_word() gives for one seed.
class WordSums {
 public:
  /// `words` there are in all.
  WordSums(std::int64_t words, std::uint32_t seed) : words_(words), seed_(seed), before_{0} {
    for (std::int64_t first = 0; first < words; first += kStretch) {
      before_.push_back(before_.back() + sum_of_range(first, std::min(first + kStretch, words)));
    }
  }

  /// Of the first `count` words, after the last of which the first follows again, and so on.
  std::uint32_t sum(std::int64_t count) const {
    return static_cast<std::uint32_t>(count / words_) * before_.back() + sum_within(count % words_);
  }

 private:
  static constexpr std::int64_t kStretch = 1 << 16;

  std::uint32_t sum_of_range(std::int64_t first, std::int64_t end) const {
    std::uint32_t sum = 0;
    for (std::int64_t i = first; i < end; ++i) sum += mixed_word(i, seed_);
    return sum;
  }

  std::uint32_t sum_within(std::int64_t count) const {
    const std::int64_t stretch = count / kStretch;
    return before_[static_cast<std::size_t>(stretch)] + sum_of_range(stretch * kStretch, count);
  }

  std::int64_t words_;
  std::uint32_t seed_;
  std::vector<std::uint32_t> before_;  // each stretch
};

}  // namespace strandline::lab
