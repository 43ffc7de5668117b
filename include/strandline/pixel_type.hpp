// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The pixel types that kernels work on. Sources turn every other type into f32.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

namespace strandline {

enum class PixelType : std::uint8_t { u8, u16, f32 };

template <class T>
concept Pixel = std::same_as<T, std::uint8_t> || std::same_as<T, std::uint16_t> || std::same_as<T, float>;

template <Pixel T>
inline constexpr PixelType kPixelTypeOf = std::same_as<T, std::uint8_t>    ? PixelType::u8
                                          : std::same_as<T, std::uint16_t> ? PixelType::u16
                                                                           : PixelType::f32;

constexpr std::int64_t bytes_per_pixel(PixelType type) {
  return type == PixelType::u8 ? 1 : type == PixelType::u16 ? 2 : 4;
}

constexpr std::string_view to_string(PixelType type) {
  return type == PixelType::u8 ? "u8" : type == PixelType::u16 ? "u16" : "f32";
}

/// The value that thresholds are a fraction of: the largest value of an integer type, 1 for f32, so
/// that a float image's threshold is in the image's own units.
constexpr double natural_full_scale(PixelType type) {
  return type == PixelType::u8 ? 255.0 : type == PixelType::u16 ? 65535.0 : 1.0;
}

/// Calls `function` with a value-initialised pixel of the C++ type that `type` names.
template <class Function>
decltype(auto) visit_pixel_type(PixelType type, Function&& function) {
  switch (type) {
    case PixelType::u8:
      return function(std::uint8_t{});
    case PixelType::u16:
      return function(std::uint16_t{});
    case PixelType::f32:
      break;
  }
  return function(float{});
}

}  // namespace strandline
