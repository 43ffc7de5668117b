// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The task of the lesson on constant memory, and the gates that a solution passes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <strandline/warp_cost.hpp>

#include "../gates.cuh"

namespace lessons {

/// A picture is corrected: corrected = (raw - dark value of its column) * gain of its row. All are floats.
inline constexpr int kRows = 1000;
inline constexpr int kCols = 1000;
inline constexpr int kTileSide = 32;  // a block of 32 warps corrects 32 x 32 pixels

enum class Place { constant, global };

struct Pixel {
  int row = 0;
  int col = 0;
};

/// What the exercise says of itself. The kernel must read by the same `pixel_of` and from the same places.
struct FlatField {
  Pixel (*pixel_of)(int warp, int lane);  ///< within the block's 32 x 32
  Place gain_place;
  Place dark_place;
  void (*fill_tables)(const std::vector<float>& gains, const std::vector<float>& darks);
  void (*launch)(const float* raw, float* corrected);
};

inline bool takes_each_pixel_once(const FlatField& exercise) {
  std::set<std::pair<int, int>> taken;
  for (int warp = 0; warp < kTileSide; ++warp) {
    for (int lane = 0; lane < strandline::kWarpLanes; ++lane) {
      const Pixel pixel = exercise.pixel_of(warp, lane);
      if (std::min(pixel.row, pixel.col) < 0 || std::max(pixel.row, pixel.col) >= kTileSide) return false;
      taken.emplace(pixel.row, pixel.col);
    }
  }
  return taken.size() == std::size_t{kTileSide} * kTileSide;
}

/// The most that `cost` says of the words `index_of(pixel)` that a warp's lanes ask for.
template <class IndexOf, class Cost>
int most_of_a_warp(const FlatField& exercise, IndexOf&& index_of, Cost&& cost) {
  int most = 0;
  for (int warp = 0; warp < kTileSide; ++warp) {
    const auto address = [&](int lane) {
      return static_cast<std::uint64_t>(index_of(exercise.pixel_of(warp, lane))) * sizeof(float);
    };
    most = std::max(most, cost(address));
  }
  return most;
}

/// A table should cost a warp one turn: one distinct address in constant memory, or one wavefront in L1.
template <class IndexOf>
void expect_one_turn(Gates& gates, const std::string& gate, const FlatField& exercise, Place place,
                     IndexOf&& index_of) {
  const bool is_constant = place == Place::constant;
  const int turns = most_of_a_warp(exercise, index_of, [is_constant](const auto& address) {
    return is_constant ? strandline::constant_memory_cost(address, sizeof(float)).distinct_addresses
                       : strandline::global_memory_cost(address, sizeof(float)).l1_wavefronts();
  });
  gates.expect_count(gate, is_constant ? "distinct addresses in constant memory" : "wavefronts in L1", turns, 1);
}

inline void expect_results(Gates& gates, const FlatField& exercise) {
  std::vector<float> gains(kRows), darks(kCols), raw, right;
  for (int row = 0; row < kRows; ++row) gains[row] = 1.0F + static_cast<float>(row % 13) / 16.0F;
  for (int col = 0; col < kCols; ++col) darks[col] = static_cast<float>(col % 17);
  for (int row = 0; row < kRows; ++row) {
    for (int col = 0; col < kCols; ++col) {
      raw.push_back(static_cast<float>((row * 7 + col * 3) % 1024));
      right.push_back((raw.back() - darks[col]) * gains[row]);
    }
  }
  gates.expect_on_card(raw, right, [&](const float* from, float* to) {
    exercise.fill_tables(gains, darks);
    exercise.launch(from, to);
  });
}

/// Returns the program's exit status.
inline int judge(const FlatField& exercise) {
  Gates gates;
  const bool is_whole = takes_each_pixel_once(exercise);
  gates.expect(is_whole, "a block's 32 x 32 pixels", is_whole ? "each is taken once" : "not each is taken once");
  const int sectors = most_of_a_warp(
      exercise, [](Pixel pixel) { return pixel.row * kCols + pixel.col; },
      [](const auto& address) { return strandline::global_memory_cost(address, sizeof(float)).sectors; });
  gates.expect_count("a warp's pixels", "sectors of 32 bytes", sectors, 4);
  expect_one_turn(gates, "a warp's gains", exercise, exercise.gain_place, [](Pixel pixel) { return pixel.row; });
  expect_one_turn(gates, "a warp's dark values", exercise, exercise.dark_place, [](Pixel pixel) { return pixel.col; });
  expect_results(gates, exercise);
  return gates.exit_status();
}

}  // namespace lessons
