// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The one gate in front of the backends: whatever passes here is well formed.
#include <cstdint>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include <strandline/backend.hpp>
#include <strandline/error.hpp>

#include "api/check_band.hpp"

namespace strandline {
namespace {

// Above any image, and far enough from the end of 64 bits that rows can be added to rows.
constexpr std::int64_t kMostRows = std::int64_t{1} << 60;

struct ByteRange {
  std::intptr_t first = 0;
  std::intptr_t end = 0;

  bool overlaps(const ByteRange& other) const { return first < other.end && other.first < end; }
};

/// The bytes that a view spans. Throws InvalidArgument when it is empty or larger than an address space.
template <class View>
ByteRange checked_range(const View& view, std::int64_t pixel_bytes, const char* what) {
  if (view.data == nullptr) throw InvalidArgument(fmt::format("{} has no data, give a pointer to its pixels", what));
  if (view.rows < 1 || view.cols < 1) {
    throw InvalidArgument(
        fmt::format("{} is {} rows x {} cols, it needs at least one of each", what, view.rows, view.cols));
  }
  std::int64_t row_bytes = 0;
  std::int64_t last_row_offset = 0;
  const auto start = reinterpret_cast<std::intptr_t>(view.data);
  std::intptr_t last_row = 0;
  std::intptr_t first_end = 0;
  std::intptr_t last_end = 0;
  if (__builtin_mul_overflow(view.cols, pixel_bytes, &row_bytes) ||
      __builtin_mul_overflow(view.rows - 1, view.stride_bytes, &last_row_offset) ||
      __builtin_add_overflow(start, last_row_offset, &last_row) ||
      __builtin_add_overflow(start, row_bytes, &first_end) || __builtin_add_overflow(last_row, row_bytes, &last_end)) {
    throw InvalidArgument(fmt::format("{} of {} rows x {} cols, {} bytes apart, is larger than an address space", what,
                                      view.rows, view.cols, view.stride_bytes));
  }
  return {std::min(start, last_row), std::max(first_end, last_end)};
}

void check_output_rows_are_apart(const ImageView<std::uint8_t>& output) {
  const bool apart = output.stride_bytes >= output.cols || output.stride_bytes <= -output.cols;
  if (output.rows > 1 && !apart) {
    throw InvalidArgument(fmt::format("output rows overlap, their stride of {} bytes is less than the {} columns",
                                      output.stride_bytes, output.cols));
  }
}

void check_holds_row(const Band& band, std::int64_t image_row, Border border) {
  const std::int64_t row = band.input_row(image_row, border);
  if (row == kOutside || (row >= 0 && row < band.input.rows)) return;
  throw InvalidArgument(
      fmt::format("the band's input lacks the image row that stands for row {}, it holds rows {} to {}", image_row,
                  band.input_first_row, band.input_first_row + band.input.rows - 1));
}

void check_rows(const Band& band, const Operation& operation) {
  const std::int64_t halo = halo_rows(operation);
  const Border border = border_of(operation);
  if (band.first_row < 0 || band.image_rows > kMostRows || band.first_row > band.image_rows - band.output.rows) {
    throw InvalidArgument(fmt::format("a band of {} rows from row {} lies outside the image of {} rows",
                                      band.output.rows, band.first_row, band.image_rows));
  }
  const bool holds_outside_rows = band.input_first_row < 0 || band.input_first_row > band.image_rows - band.input.rows;
  if (holds_outside_rows && border != Border::wrap) {
    throw InvalidArgument(fmt::format("the band's input goes outside the image, which only border wrap allows, not {}",
                                      to_string(border)));
  }
  if (band.input_first_row < -kMostRows || band.input_first_row > kMostRows) {
    throw InvalidArgument(fmt::format("the band's input begins at row {}, which no image has", band.input_first_row));
  }
  const std::int64_t end = band.first_row + band.output.rows;
  // The rows between are held when those at the ends are: input rows are consecutive.
  for (std::int64_t i = 0; i <= 2 * halo; ++i) {
    check_holds_row(band, band.first_row - halo + i, border);
    check_holds_row(band, end - 1 - halo + i, border);
  }
}

}  // namespace

namespace api {

void check_band(const Operation& operation, const Band& band) {
  const ByteRange input = checked_range(band.input, bytes_per_pixel(band.input.pixel_type), "input");
  const ByteRange output = checked_range(band.output, 1, "output");
  if (band.input.cols != band.output.cols) {
    throw InvalidArgument(
        fmt::format("input has {} columns and output {}, make them equal", band.input.cols, band.output.cols));
  }
  check_output_rows_are_apart(band.output);
  if (output.overlaps(input)) throw InvalidArgument("output overlaps the input, give it memory of its own");
  if (band.valid.data != nullptr) {
    if (band.valid.rows != band.input.rows || band.valid.cols != band.input.cols) {
      throw InvalidArgument(fmt::format("validity is {} x {} but the input {} x {}, make them equal", band.valid.rows,
                                        band.valid.cols, band.input.rows, band.input.cols));
    }
    if (output.overlaps(checked_range(band.valid, 1, "validity"))) {
      throw InvalidArgument("output overlaps the validity, give it memory of its own");
    }
  }
  check_rows(band, operation);
}

}  // namespace api

void run_band(const Backend& backend, const Operation& operation, const Band& band, const RunOptions& options) {
  api::check_band(operation, band);
  if (options.device_memory_bytes < 0) {
    throw InvalidArgument(
        fmt::format("a bound of {} bytes of device memory makes no sense, give 0 for half of what is "
                    "free or a number above",
                    options.device_memory_bytes));
  }
  if (!backend.supports(operation, band.input.pixel_type)) {
    throw Unsupported(fmt::format("backend {} can't do this operation on {} pixels, choose another", backend.name(),
                                  to_string(band.input.pixel_type)));
  }
  backend.run(operation, band, options);
}

}  // namespace strandline
