// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The task of the lesson on bank conflicts, and the gates that a solution passes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include <strandline/warp_cost.hpp>

#include "../gates.cuh"

namespace lessons {

/// A matrix of floats is turned by blocks of 32 warps, each through a tile of 32 x 32 in shared memory: warp r writes
/// row r, then reads column r.
inline constexpr int kRows = 1000;
inline constexpr int kCols = 600;
inline constexpr int kTileSide = 32;

/// What the exercise says of itself. The kernel must write and read by the same `tile_word`.
struct Transposition {
  int (*tile_word)(int row, int col);  ///< where an element lies in the tile
  int tile_words;                      ///< that the tile has
  void (*launch)(const float* matrix, float* turned);
};

inline bool keeps_elements_apart(const Transposition& exercise) {
  std::set<int> words;
  for (int row = 0; row < kTileSide; ++row) {
    for (int col = 0; col < kTileSide; ++col) words.insert(exercise.tile_word(row, col));
  }
  return words.size() == std::size_t{kTileSide} * kTileSide && *words.begin() >= 0 &&
         *words.rbegin() < exercise.tile_words;
}

/// The most wavefronts that a warp's request takes, `word_of(warp, lane)` being what a lane asks for.
template <class WordOf>
int most_wavefronts(WordOf&& word_of) {
  int most = 0;
  for (int warp = 0; warp < kTileSide; ++warp) {
    const auto address = [&](int lane) { return static_cast<std::uint64_t>(word_of(warp, lane)) * sizeof(float); };
    most = std::max(most, strandline::shared_memory_cost(address, sizeof(float)).wavefronts);
  }
  return most;
}

/// Returns the program's exit status.
inline int judge(const Transposition& exercise) {
  Gates gates;
  const bool apart = keeps_elements_apart(exercise);
  gates.expect(apart, "the tile's elements", apart ? "each has a word of its own" : "not each has a word of its own");
  if (!apart) return gates.exit_status();  // a word outside of the tile has no cost
  gates.expect_count("a warp writes a row", "wavefronts",
                     most_wavefronts([&](int warp, int lane) { return exercise.tile_word(warp, lane); }), 1);
  gates.expect_count("a warp reads a column", "wavefronts",
                     most_wavefronts([&](int warp, int lane) { return exercise.tile_word(lane, warp); }), 1);
  std::vector<float> matrix(std::size_t{kRows} * kCols), turned(matrix.size());
  for (int i = 0; i < kRows * kCols; ++i) {
    matrix[i] = 100.0F + static_cast<float>(i);  // exact below 2^24
    turned[i % kCols * kRows + i / kCols] = matrix[i];
  }
  gates.expect_on_card(matrix, turned, exercise.launch);
  return gates.exit_status();
}

}  // namespace lessons
