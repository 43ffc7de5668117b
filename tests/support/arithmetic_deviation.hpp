// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Images whose bytes change when arithmetic deviates from docs/arithmetic.md in one given way, found by search.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include <strandline/pixel_type.hpp>

namespace strandline::test {

/// All that the decision of the pixel in its middle depends on.
template <Pixel T>
using Patch = std::array<std::array<T, 7>, 7>;

/// Exact for integers, rounded for f32.
template <Pixel T>
using PatchSum = std::conditional_t<std::same_as<T, float>, float, std::int64_t>;

inline float multiply_add(float a, float b, float c) { return std::fma(a, b, c); }
inline std::int64_t multiply_add(std::int64_t a, std::int64_t b, std::int64_t c) { return a * b + c; }

/// In what the arithmetic deviates.
enum class Deviation {
  none,
  swapped_squares,     ///< v's square is subtracted before u's
  squares_rounded,     ///< no fused multiply-adds in the decision
  squares_summed,      ///< u^2 + v^2 > h2
  cells_rounded,       ///< to f32 before they are subtracted
  difference_cut_off,  ///< rounded towards zero in place of to nearest
  columns_first,       ///< sums down before sums across
  sums_one_by_one,     ///< from one end to the other, not symmetric
};

template <class Sum>
Sum six_taps(Deviation deviation, const std::array<Sum, 6>& x) {
  if (deviation != Deviation::sums_one_by_one) {
    return multiply_add(Sum{10}, x[2] + x[3], multiply_add(Sum{5}, x[1] + x[4], x[0] + x[5]));
  }
  Sum sum = multiply_add(Sum{5}, x[1], x[0]);
  sum = multiply_add(Sum{10}, x[2], sum);
  sum = multiply_add(Sum{10}, x[3], sum);
  return multiply_add(Sum{5}, x[4], sum) + x[5];
}

/// One of the four cells; row and col are 0 or 1.
template <Pixel T>
PatchSum<T> patch_cell(Deviation deviation, const Patch<T>& patch, int row, int col) {
  std::array<PatchSum<T>, 6> sums{};
  for (int i = 0; i < 6; ++i) {
    std::array<PatchSum<T>, 6> x{};
    for (int j = 0; j < 6; ++j) {
      x[j] = deviation == Deviation::columns_first ? patch[row + j][col + i] : patch[row + i][col + j];
    }
    sums[i] = six_taps(deviation, x);
  }
  return six_taps(deviation, sums);
}

template <class Sum>
float rounded_difference(Deviation deviation, Sum a, Sum b) {
  if (deviation == Deviation::cells_rounded) return static_cast<float>(a) - static_cast<float>(b);
  const auto nearest = static_cast<float>(a - b);
  if (deviation != Deviation::difference_cut_off) return nearest;
  const bool grew = std::abs(static_cast<double>(nearest)) > std::abs(static_cast<double>(a - b));
  return grew ? std::nextafter(nearest, 0.0f) : nearest;
}

template <Pixel T>
float patch_decision(Deviation deviation, const Patch<T>& patch, float h2) {
  const auto cell = [&](int row, int col) { return patch_cell(deviation, patch, row, col); };
  const float u = rounded_difference(deviation, cell(1, 1), cell(0, 0));
  const float v = rounded_difference(deviation, cell(0, 1), cell(1, 0));
  switch (deviation) {
    case Deviation::swapped_squares:
      return std::fma(-u, u, std::fma(-v, v, h2));
    case Deviation::squares_rounded:
      return (h2 - u * u) - v * v;
    case Deviation::squares_summed:
      return h2 - std::fma(u, u, v * v);
    default:
      return std::fma(-v, v, std::fma(-u, u, h2));
  }
}

/// A patch and a threshold (as a fraction of the natural full scale) at which a deviation changes the byte.
template <Pixel T>
struct TellingPatch {
  Patch<T> patch;
  double threshold;
};

/// Noise, with a diagonal edge in it or not. Only edges have differences of u16 cells above 2^24, which f32 rounds.
template <Pixel T>
Patch<T> random_patch(std::mt19937_64& choose, bool with_edge) {
  Patch<T> patch{};
  for (int row = 0; row < 7; ++row) {
    for (int col = 0; col < 7; ++col) {
      T& pixel = patch[row][col];
      if constexpr (std::same_as<T, float>) {
        pixel = std::uniform_real_distribution<float>(-1, 1)(choose);
      } else {
        pixel = static_cast<T>(choose());
        if (with_edge) pixel = static_cast<T>(pixel / 4 + (row + col > 6 ? std::numeric_limits<T>::max() / 4 * 3 : 0));
      }
    }
  }
  return patch;
}

/// Tries random patches at the thresholds next to their magnitudes. Empty when no patch tells, as for deviations that
/// change nothing in this pixel type.
template <Pixel T>
std::optional<TellingPatch<T>> find_telling_patch(Deviation deviation, std::uint64_t seed) {
  std::mt19937_64 choose(seed);
  for (int attempt = 0; attempt < 20'000; ++attempt) {
    TellingPatch<T> found{};
    found.patch = random_patch<T>(choose, attempt % 2 != 0);
    const double squared = -static_cast<double>(patch_decision(Deviation::none, found.patch, 0.0f));
    auto unscaled = static_cast<float>(std::sqrt(2 * squared));
    for (int i = 0; i < 4; ++i) unscaled = std::nextafter(unscaled, 0.0f);
    for (int i = 0; i < 8; ++i, unscaled = std::nextafter(unscaled, std::numeric_limits<float>::max())) {
      const float h2 = (unscaled * unscaled) * 0.5f;
      if ((patch_decision(Deviation::none, found.patch, h2) < 0) == (patch_decision(deviation, found.patch, h2) < 0)) {
        continue;
      }
      found.threshold = static_cast<double>(unscaled) / (natural_full_scale(kPixelTypeOf<T>) * 256);
      return found;
    }
  }
  return std::nullopt;
}

/// The patch side by side, so that each row and column that is 3 modulo 7 has pixels that tell.
template <Pixel T>
std::vector<T> tiled(const Patch<T>& patch, std::int64_t rows, std::int64_t cols) {
  std::vector<T> pixels(static_cast<std::size_t>(rows * cols));
  for (std::int64_t i = 0; i < rows * cols; ++i) pixels[i] = patch[i / cols % 7][i % cols % 7];
  return pixels;
}

}  // namespace strandline::test
