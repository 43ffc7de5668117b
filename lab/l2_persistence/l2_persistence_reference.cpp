// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the kernel must find, without reading all that it reads: sums of words from the first one on.
#include "l2_persistence/l2_persistence_reference.hpp"

#include <algorithm>

#include "l2_persistence/l2_words.hpp"

namespace strandline::lab {
namespace {

constexpr std::int64_t kStretch = 1 << 16;

std::uint32_t sum_of_range(std::int64_t first, std::int64_t end, std::uint32_t seed) {
  std::uint32_t sum = 0;
  for (std::int64_t i = first; i < end; ++i) sum += mixed_word(i, seed);
  return sum;
}

}  // namespace

WordSums::WordSums(std::int64_t words, std::uint32_t seed) : words_(words), seed_(seed), before_{0} {
  for (std::int64_t first = 0; first < words; first += kStretch) {
    before_.push_back(before_.back() + sum_of_range(first, std::min(first + kStretch, words), seed));
  }
}

std::uint32_t WordSums::sum_within(std::int64_t count) const {
  const std::int64_t stretch = count / kStretch;
  return before_[static_cast<std::size_t>(stretch)] + sum_of_range(stretch * kStretch, count, seed_);
}

std::uint32_t WordSums::sum(std::int64_t count) const {
  return static_cast<std::uint32_t>(count / words_) * before_.back() + sum_within(count % words_);
}

}  // namespace strandline::lab
