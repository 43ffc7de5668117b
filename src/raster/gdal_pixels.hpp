// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Turns a row of what GDAL delivers (bands, alpha, masks) into a row of pixels and a row of validity.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <strandline/pixel_type.hpp>

namespace strandline::raster {

/// The element of the buffers that GDAL fills. s8 is what GDAL before 3.7 hands out as unsigned bytes.
enum class BufferType : std::uint8_t { s8, u8, u16, f32, f64 };

constexpr std::int64_t bytes_per_element(BufferType type) {
  constexpr std::array<std::int64_t, 5> kBytes = {1, 1, 2, 4, 8};
  return kBytes[static_cast<std::size_t>(type)];
}

struct PaletteEntry {
  std::uint8_t luma = 0;
  bool valid = true;
};

/// What to make of the bands that are read: one, or red, green and blue.
struct PixelRules {
  BufferType buffer_type = BufferType::u8;
  PixelType pixel_type = PixelType::u8;
  int bands = 1;
  /// Of each index a u8 or u16 buffer can hold; empty: no palette.
  std::vector<PaletteEntry> palette;
  /// One value a band; a pixel is nodata where every band holds its own. Empty: none is declared.
  std::vector<double> nodata;
  /// Integers of 64 bits lose digits on their way into a double already.
  bool has_64_bit_integers = false;
};

/// One row as read. Every pointer is aligned to its element; those that don't apply are null.
struct BufferRow {
  std::array<const std::byte*, 3> bands{};
  const std::byte* alpha = nullptr;  ///< of the rules' buffer type
  const double* alpha_of_other_type = nullptr;
  std::array<const std::uint8_t*, 3> masks{};         ///< a pixel is nodata where any of those given is 0
  std::array<const std::uint8_t*, 3> colour_masks{};  ///< all or none are given; a pixel is nodata where all are 0
};

/// Whether `value` can occur in a buffer of integers; any value can in one of floating-point numbers.
bool can_hold(BufferType type, double value);

/// Writes 255 for the valid pixels of the row and 0 for nodata.
void convert_validity(const PixelRules& rules, const BufferRow& row, std::int64_t cols, std::uint8_t* valid);

struct AlphaCounts {
  std::int64_t pixels = 0;
  std::int64_t hidden = 0;   ///< where alpha is 0
  std::int64_t partial = 0;  ///< where it is neither 0 nor opaque

  AlphaCounts& operator+=(const AlphaCounts& other) {
    pixels += other.pixels;
    hidden += other.hidden;
    partial += other.partial;
    return *this;
  }
};

/// Counts a row of u8 or u16 alpha of the rules' buffer type; in any other there is nothing to count by.
AlphaCounts count_alpha(const PixelRules& rules, const BufferRow& row, std::int64_t cols, double opaque);

/// Writes the row's pixels, of the rules' pixel type; `pixels` is aligned to it and may be row.bands[0].
/// In f32 pixels NaN stands where `valid` is 0. Returns how many values were not exact in f32.
std::int64_t convert_pixels(const PixelRules& rules, const BufferRow& row, std::int64_t cols, const std::uint8_t* valid,
                            std::byte* pixels);

}  // namespace strandline::raster
