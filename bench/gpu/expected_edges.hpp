// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What must come out, from the backends on the CPU. No time is shown of work whose bytes are others.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include <strandline/image_view.hpp>
#include <strandline/operation.hpp>

namespace strandline::bench {

/// No result holds it: 0, 127 and 255 are all there is.
inline constexpr std::uint8_t kPoison = 0x5A;

/// The edges of an image in host memory: all rows by the cpu backend, which must agree with the reference at the top,
/// in the middle and at the bottom.
class ExpectedEdges {
 public:
  /// Throws Error when the two backends disagree or the image is no test, since it has no edge or nothing else.
  ExpectedEdges(const EdgesOperation& operation, AnyImageView image, ImageView<const std::uint8_t> valid);

  /// Throws Error that names `who` when one byte differs.
  void check(std::span<const std::uint8_t> found, std::string_view who) const;

  /// Share of the pixels where somebody else's bytes, nonzero on an edge, decide otherwise. Throws Error that names
  /// `who` when the bytes are no decision at all.
  double share_that_differs(std::span<const std::uint8_t> found, std::string_view who) const;

 private:
  std::span<const std::uint8_t> bytes() const;
  void check_reference(const EdgesOperation& operation, AnyImageView image, ImageView<const std::uint8_t> valid) const;
  void check_kinds(bool has_nodata) const;

  std::int64_t rows_;
  std::int64_t cols_;
  std::unique_ptr<std::uint8_t[]> bytes_;
};

}  // namespace strandline::bench
