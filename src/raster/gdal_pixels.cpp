// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Turns a row of what GDAL delivers (bands, alpha, masks) into a row of pixels and a row of validity.
#include "raster/gdal_pixels.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>

namespace strandline::raster {
namespace {

template <class Function>
decltype(auto) visit_buffer_type(BufferType type, Function&& function) {
  switch (type) {
    case BufferType::s8:
      return function(std::int8_t{});
    case BufferType::u8:
      return function(std::uint8_t{});
    case BufferType::u16:
      return function(std::uint16_t{});
    case BufferType::f32:
      return function(float{});
    case BufferType::f64:
      break;
  }
  return function(double{});
}

template <class T>
const T* elements(const std::byte* plane) {
  return reinterpret_cast<const T*>(plane);
}

// Floating-point nodata is often declared in decimal with fewer digits than the pixels have, so a few units in the last
// place are allowed, as GDAL's own masks allow them.
template <class T>
bool is_nodata(T value, T nodata) {
  if constexpr (std::floating_point<T>) {
    if (std::isnan(nodata)) return std::isnan(value);
    return value == nodata ||
           std::abs(double{value} - nodata) < std::numeric_limits<T>::epsilon() * 2 * std::abs(double{value} + nodata);
  } else {
    return value == nodata;
  }
}

// A value just beyond the range of T, such as -3.40282347e+38, means the end of that range.
template <class T>
T nearest(double value) {
  if constexpr (std::floating_point<T>) {
    constexpr double kMax = std::numeric_limits<T>::max();
    if (std::isfinite(value)) return static_cast<T>(std::clamp(value, -kMax, kMax));
  }
  return static_cast<T>(value);
}

// Where every band is nodata, takes 255 from `valid`.
template <class T>
void mark_nodata(const PixelRules& rules, const BufferRow& row, std::int64_t cols, std::uint8_t* valid) {
  std::array<T, 3> nodata{};
  for (std::size_t b = 0; b < rules.nodata.size(); ++b) nodata[b] = nearest<T>(rules.nodata[b]);
  std::array<const T*, 3> bands{};
  for (std::size_t b = 0; b < rules.nodata.size(); ++b) bands[b] = elements<T>(row.bands[b]);
  for (std::int64_t col = 0; col < cols; ++col) {
    bool missing = true;
    for (std::size_t b = 0; b < rules.nodata.size(); ++b) missing = missing && is_nodata(bands[b][col], nodata[b]);
    if (missing) valid[col] = 0;
  }
}

template <class T>
void mark_zeros(const T* mask, std::int64_t cols, std::uint8_t* valid) {
  for (std::int64_t col = 0; col < cols; ++col) {
    if (mask[col] == T{0}) valid[col] = 0;
  }
}

void mark_where_all_are_zero(const std::array<const std::uint8_t*, 3>& masks, std::int64_t cols, std::uint8_t* valid) {
  for (std::int64_t col = 0; col < cols; ++col) {
    if ((masks[0][col] | masks[1][col] | masks[2][col]) == 0) valid[col] = 0;
  }
}

template <class T>
void mark_by_palette(const PixelRules& rules, const BufferRow& row, std::int64_t cols, std::uint8_t* valid) {
  const T* index = elements<T>(row.bands[0]);
  for (std::int64_t col = 0; col < cols; ++col) {
    if (!rules.palette[static_cast<std::size_t>(index[col])].valid) valid[col] = 0;
  }
}

template <class T>
void look_up(const PixelRules& rules, const BufferRow& row, std::int64_t cols, std::uint8_t* pixels) {
  const T* index = elements<T>(row.bands[0]);
  for (std::int64_t col = 0; col < cols; ++col) {
    pixels[col] = rules.palette[static_cast<std::size_t>(index[col])].luma;
  }
}

// The integer weights of Rec. 601, see docs/arithmetic.md.
template <std::unsigned_integral T>
void luma_of_integers(const BufferRow& row, std::int64_t cols, T* pixels) {
  const T* red = elements<T>(row.bands[0]);
  const T* green = elements<T>(row.bands[1]);
  const T* blue = elements<T>(row.bands[2]);
  for (std::int64_t col = 0; col < cols; ++col) {
    pixels[col] = static_cast<T>((77U * red[col] + 150U * green[col] + 29U * blue[col] + 128U) >> 8);
  }
}

float luma_of_floats(float red, float green, float blue) {
  return std::fma(29.0F, blue, std::fma(150.0F, green, 77.0F * red)) / 256.0F;
}

// Counts the values that f32 can't hold. Only doubles and integers of more than 24 bits have such.
template <class T>
class ToFloat {
 public:
  explicit ToFloat(bool has_64_bit_integers) : exact_below_(has_64_bit_integers ? 0x1p53 : kInfinity) {}

  float operator()(T value) {
    const auto narrow = static_cast<float>(value);
    if constexpr (std::same_as<T, double>) {
      const bool exact = static_cast<double>(narrow) == value && !(std::abs(value) >= exact_below_);
      if (!exact && !std::isnan(value) && !std::isinf(value)) ++inexact_;
    }
    return narrow;
  }

  std::int64_t inexact() const { return inexact_; }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double exact_below_;
  std::int64_t inexact_ = 0;
};

template <class T>
std::int64_t to_floats(const PixelRules& rules, const BufferRow& row, std::int64_t cols, const std::uint8_t* valid,
                       float* pixels) {
  constexpr float kNoData = std::numeric_limits<float>::quiet_NaN();
  std::array<const T*, 3> bands{};
  for (std::size_t b = 0; b < 3; ++b) bands[b] = elements<T>(row.bands[b]);
  ToFloat<T> to_float(rules.has_64_bit_integers);
  for (std::int64_t col = 0; col < cols; ++col) {
    if (valid && valid[col] == 0) {
      pixels[col] = kNoData;
    } else if (rules.bands == 1) {
      pixels[col] = to_float(bands[0][col]);
    } else {
      pixels[col] = luma_of_floats(to_float(bands[0][col]), to_float(bands[1][col]), to_float(bands[2][col]));
    }
  }
  return to_float.inexact();
}

template <std::unsigned_integral T>
void to_integers(const PixelRules& rules, const BufferRow& row, std::int64_t cols, std::byte* pixels) {
  if (!rules.palette.empty()) {
    look_up<T>(rules, row, cols, reinterpret_cast<std::uint8_t*>(pixels));
  } else if (rules.bands == 3) {
    luma_of_integers(row, cols, reinterpret_cast<T*>(pixels));
  } else if (pixels != row.bands[0]) {
    std::memcpy(pixels, row.bands[0], static_cast<std::size_t>(cols) * sizeof(T));
  }
}

}  // namespace

bool can_hold(BufferType type, double value) {
  return visit_buffer_type(type, [value]<class T>(T) {
    if constexpr (std::floating_point<T>) return true;
    return value >= std::numeric_limits<T>::min() && value <= std::numeric_limits<T>::max() &&
           value == std::floor(value);
  });
}

void convert_validity(const PixelRules& rules, const BufferRow& row, std::int64_t cols, std::uint8_t* valid) {
  std::memset(valid, 255, static_cast<std::size_t>(cols));
  for (const std::uint8_t* mask : row.masks) {
    if (mask) mark_zeros(mask, cols, valid);
  }
  if (row.colour_masks[0]) mark_where_all_are_zero(row.colour_masks, cols, valid);
  if (row.alpha_of_other_type) mark_zeros(row.alpha_of_other_type, cols, valid);
  visit_buffer_type(rules.buffer_type, [&]<class T>(T) {
    if (row.alpha) mark_zeros(elements<T>(row.alpha), cols, valid);
    if (!rules.nodata.empty()) mark_nodata<T>(rules, row, cols, valid);
    if constexpr (std::unsigned_integral<T>) {
      if (!rules.palette.empty()) mark_by_palette<T>(rules, row, cols, valid);
    }
  });
}

AlphaCounts count_alpha(const PixelRules& rules, const BufferRow& row, std::int64_t cols, double opaque) {
  AlphaCounts counts{cols};
  visit_buffer_type(rules.buffer_type, [&]<class T>(T) {
    if constexpr (std::unsigned_integral<T>) {
      const T* alpha = elements<T>(row.alpha);
      const auto full = static_cast<T>(opaque);
      for (std::int64_t col = 0; col < cols; ++col) {
        counts.hidden += alpha[col] == 0 ? 1 : 0;
        counts.partial += alpha[col] != 0 && alpha[col] != full ? 1 : 0;
      }
    }
  });
  return counts;
}

std::int64_t convert_pixels(const PixelRules& rules, const BufferRow& row, std::int64_t cols, const std::uint8_t* valid,
                            std::byte* pixels) {
  return visit_buffer_type(rules.buffer_type, [&]<class T>(T) -> std::int64_t {
    if constexpr (std::unsigned_integral<T>) {
      to_integers<T>(rules, row, cols, pixels);
      return 0;
    } else {
      return to_floats<T>(rules, row, cols, valid, reinterpret_cast<float*>(pixels));
    }
  });
}

}  // namespace strandline::raster
