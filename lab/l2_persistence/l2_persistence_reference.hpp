// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the kernel must find, without reading all that it reads: sums of words from the first one on.
#pragma once

#include <cstdint>
#include <vector>

namespace strandline::lab {

/// Sums, modulo 2^32, of the words that mixed_word() gives for one seed.
class WordSums {
 public:
  /// `words` there are in all.
  WordSums(std::int64_t words, std::uint32_t seed);

  /// Of the first `count` words, after the last of which the first follows again, and so on.
  std::uint32_t sum(std::int64_t count) const;

 private:
  std::uint32_t sum_within(std::int64_t count) const;

  std::int64_t words_;
  std::uint32_t seed_;
  std::vector<std::uint32_t> before_;  // each stretch
};

}  // namespace strandline::lab
