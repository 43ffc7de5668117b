// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Compares what a kernel wrote with what it should have written.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include <strandline/error.hpp>

namespace strandline::lab {

/// A result is wrong, so no time of it is worth showing.
struct CheckFailed : Error {
  using Error::Error;
};

struct Tolerance {
  double relative = 0;
  double absolute = 0;
};

/// The greatest absolute difference. Throws CheckFailed, which names the first element that is further from what was
/// expected than `absolute + relative * |expected|`, or is no number, or when the sizes differ.
double check_close(std::span<const float> found, std::span<const double> expected, Tolerance tolerance,
                   std::string_view what);

/// Throws CheckFailed, which names the first element that differs.
void check_equal(std::span<const float> found, std::span<const float> expected, std::string_view what);
void check_equal(std::span<const std::uint32_t> found, std::span<const std::uint32_t> expected, std::string_view what);
void check_equal(std::span<const std::uint8_t> found, std::span<const std::uint8_t> expected, std::string_view what);

}  // namespace strandline::lab
