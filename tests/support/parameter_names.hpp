// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// How GoogleTest prints and names the values that tests are run for.
#pragma once

#include <array>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include <strandline/border.hpp>
#include <strandline/pixel_type.hpp>

namespace strandline {

inline void PrintTo(PixelType type, std::ostream* out) { *out << to_string(type); }
inline void PrintTo(Border border, std::ostream* out) { *out << to_string(border); }

namespace test {

inline constexpr std::array kAllPixelTypes = {PixelType::u8, PixelType::u16, PixelType::f32};

/// For INSTANTIATE_TEST_SUITE_P over pixel types.
inline std::string name_of_type(const testing::TestParamInfo<PixelType>& parameter) {
  return std::string(to_string(parameter.param));
}

}  // namespace test
}  // namespace strandline
