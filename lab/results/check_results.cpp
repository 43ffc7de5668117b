// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Compares what a kernel wrote with what it should have written.
#include "results/check_results.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

namespace strandline::lab {
namespace {

void require_same_size(std::size_t found, std::size_t expected, std::string_view what) {
  if (found == expected) return;
  throw CheckFailed(
      fmt::format("{} gave {} elements and should have given {}, do not trust its times", what, found, expected));
}

template <class T>
void require_equal(std::span<const T> found, std::span<const T> expected, std::string_view what) {
  require_same_size(found.size(), expected.size(), what);
  const auto [wrong, right] = std::mismatch(found.begin(), found.end(), expected.begin());
  if (wrong == found.end()) return;
  throw CheckFailed(fmt::format("{} gave {} in element {} and should have given {}, do not trust its times", what,
                                *wrong, wrong - found.begin(), *right));
}

}  // namespace

double check_close(std::span<const float> found, std::span<const double> expected, Tolerance tolerance,
                   std::string_view what) {
  require_same_size(found.size(), expected.size(), what);
  double greatest = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double difference = std::abs(static_cast<double>(found[i]) - expected[i]);
    const double allowed = tolerance.absolute + tolerance.relative * std::abs(expected[i]);
    if (!(difference <= allowed)) {  // so that NaN is found, too
      throw CheckFailed(
          fmt::format("{} gave {} in element {} and should have given {} within {:.3g}, do not trust its "
                      "times",
                      what, found[i], i, expected[i], allowed));
    }
    greatest = std::max(greatest, difference);
  }
  return greatest;
}

void check_equal(std::span<const float> found, std::span<const float> expected, std::string_view what) {
  require_equal(found, expected, what);
}

void check_equal(std::span<const std::uint32_t> found, std::span<const std::uint32_t> expected, std::string_view what) {
  require_equal(found, expected, what);
}

void check_equal(std::span<const std::uint8_t> found, std::span<const std::uint8_t> expected, std::string_view what) {
  require_equal(found, expected, what);
}

}  // namespace strandline::lab
