// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// A band cut out of a whole image the way the streaming pipeline does it: with no row more than it needs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include <strandline/band.hpp>
#include <strandline/operation.hpp>

namespace strandline::test {

class BandOfRows {
 public:
  /// Output rows [first, first + count) of `whole`, a whole image's band. Copies the input rows; writes into the
  /// whole image's output.
  BandOfRows(const Band& whole, Border border, std::int64_t first, std::int64_t count) {
    constexpr std::int64_t kHalo = EdgesOperation::kHalo;
    std::int64_t begin = first - kHalo;
    std::int64_t end = first + count + kHalo;
    if (border != Border::wrap) {
      begin = std::max<std::int64_t>(0, begin);
      end = std::min(whole.image_rows, end);
    }
    const std::int64_t row_bytes = whole.input.cols * bytes_per_pixel(whole.input.pixel_type);
    for (std::int64_t row = begin; row < end; ++row) {
      const std::int64_t from = border_index(row, whole.image_rows, border);
      append(input_, whole.input.row_bytes(from), row_bytes);
      if (whole.valid.data) append(valid_, whole.valid.row_bytes(from), whole.valid.cols);
    }
    band_ = {whole.image_rows, first, begin, {}, {}, whole.output.rows_from(first, count)};
    band_.input = {input_.data(), whole.input.pixel_type, end - begin, whole.input.cols, row_bytes};
    if (whole.valid.data) {
      band_.valid = {reinterpret_cast<const std::uint8_t*>(valid_.data()), end - begin, whole.input.cols};
    }
  }

  const Band& band() const { return band_; }

 private:
  static void append(std::vector<std::byte>& to, const std::byte* from, std::int64_t bytes) {
    to.insert(to.end(), from, from + bytes);
  }

  std::vector<std::byte> input_;
  std::vector<std::byte> valid_;
  Band band_;
};

}  // namespace strandline::test
