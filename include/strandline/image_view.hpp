// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Views of pixels that somebody else owns: a pointer, a shape and a stride in bytes.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strandline/pixel_type.hpp>

namespace strandline {

/// A (rows, cols) image of T in host memory, or in device memory where a call says so; rows lie `stride_bytes` apart,
/// the pixels of a row side by side. The stride may be negative (a bottom-up image), and need be no multiple of
/// sizeof(T): nothing in Strandline assumes that a row is aligned. Does not own the pixels.
template <class T>
struct ImageView {
  T* data = nullptr;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t stride_bytes = 0;

  constexpr ImageView() = default;
  constexpr ImageView(T* pixels, std::int64_t row_count, std::int64_t col_count, std::int64_t bytes_between_rows)
      : data(pixels), rows(row_count), cols(col_count), stride_bytes(bytes_between_rows) {}

  /// A dense image: one row ends where the next begins.
  constexpr ImageView(T* pixels, std::int64_t row_count, std::int64_t col_count)
      : ImageView(pixels, row_count, col_count, col_count * static_cast<std::int64_t>(sizeof(T))) {}

  template <class Mutable>
  requires(!std::same_as<Mutable, T> && std::same_as<const Mutable, T>) constexpr ImageView(
      ImageView<Mutable> view)  // NOLINT(google-explicit-constructor): a narrower view
      : ImageView(view.data, view.rows, view.cols, view.stride_bytes) {}

  /// First byte of a row. A row of u16 or f32 may be unaligned, so read pixels with memcpy.
  auto row_bytes(std::int64_t row) const {
    using Byte = std::conditional_t<std::is_const_v<T>, const std::byte, std::byte>;
    return reinterpret_cast<Byte*>(data) + row * stride_bytes;
  }

  /// Rows [first, first + count).
  ImageView rows_from(std::int64_t first, std::int64_t count) const {
    return {reinterpret_cast<T*>(row_bytes(first)), count, cols, stride_bytes};
  }
};

/// An ImageView whose pixel type is known at run time only. `Byte` is std::byte or const std::byte.
template <class Byte>
struct BasicAnyImageView {
  Byte* data = nullptr;
  PixelType pixel_type = PixelType::u8;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t stride_bytes = 0;

  constexpr BasicAnyImageView() = default;
  constexpr BasicAnyImageView(Byte* pixels, PixelType type, std::int64_t row_count, std::int64_t col_count,
                              std::int64_t bytes_between_rows)
      : data(pixels), pixel_type(type), rows(row_count), cols(col_count), stride_bytes(bytes_between_rows) {}

  template <class T>
  requires(Pixel<std::remove_const_t<T>> && (std::is_const_v<Byte> || !std::is_const_v<T>))
      BasicAnyImageView(ImageView<T> view)  // NOLINT(google-explicit-constructor): erases the type only
      : BasicAnyImageView(reinterpret_cast<Byte*>(view.data), kPixelTypeOf<std::remove_const_t<T>>, view.rows,
                          view.cols, view.stride_bytes) {}

  template <std::same_as<std::byte> Mutable>
  requires(std::is_const_v<Byte>) constexpr BasicAnyImageView(
      BasicAnyImageView<Mutable> view)  // NOLINT(google-explicit-constructor): a narrower view
      : BasicAnyImageView(view.data, view.pixel_type, view.rows, view.cols, view.stride_bytes) {}

  constexpr Byte* row_bytes(std::int64_t row) const { return data + row * stride_bytes; }

  constexpr BasicAnyImageView rows_from(std::int64_t first, std::int64_t count) const {
    return {row_bytes(first), pixel_type, count, cols, stride_bytes};
  }
};

using AnyImageView = BasicAnyImageView<const std::byte>;
using MutableAnyImageView = BasicAnyImageView<std::byte>;

}  // namespace strandline
