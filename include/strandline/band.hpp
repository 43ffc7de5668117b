// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The band: the one unit of work. Threads, files and cards all take bands of one image.
#pragma once

#include <cstdint>

#include <strandline/border.hpp>
#include <strandline/image_view.hpp>

namespace strandline {

/// A run of output rows of an image that is `image_rows` tall, with the input rows that they need.
///
///     image row   first_row - halo        first_row            first_row + n        first_row + n + halo
///                      |...... halo ..........|====== output ======|........ halo .........|
///
/// `input` holds consecutive image rows from `input_first_row` on. It must hold each row that the border
/// rule makes of [first_row - halo, first_row + n + halo). Under every border but wrap those lie within
/// that interval cut at the frame; under wrap they may lie at the other end of the image, so a caller who
/// does not hold the whole image puts copies of them where they are wanted: `input` then begins at a
/// negative row or ends past the last one. Under no other border does it hold rows outside the frame.
struct Band {
  std::int64_t image_rows = 0;
  std::int64_t first_row = 0;
  std::int64_t input_first_row = 0;
  AnyImageView input;                   // (input rows, cols)
  ImageView<const std::uint8_t> valid;  // (input rows, cols), 0 = nodata; no data pointer: all are valid
  ImageView<std::uint8_t> output;       // (n, cols)

  /// The row of `input` that holds row `image_row` of the extended image; kOutside for a row of zeros.
  constexpr std::int64_t input_row(std::int64_t image_row, Border border) const {
    const std::int64_t held = image_row - input_first_row;
    if (held >= 0 && held < input.rows) return held;
    const std::int64_t mapped = border_index(image_row, image_rows, border);
    return mapped == kOutside ? kOutside : mapped - input_first_row;
  }
};

/// A whole image as one band.
inline Band whole_image_band(AnyImageView input, ImageView<std::uint8_t> output,
                             ImageView<const std::uint8_t> valid = {}) {
  return {input.rows, 0, 0, input, valid, output};
}

}  // namespace strandline
