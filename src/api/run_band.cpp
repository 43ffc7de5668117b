// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The one gate in front of the backends: whatever passes here is well formed.
#include <cstdint>

#include <fmt/format.h>

#include <strandline/backend.hpp>
#include <strandline/error.hpp>

#include "api/check_band.hpp"
#include "api/touched_bytes.hpp"
#include "raster/check_kinds.hpp"
#include "scheduling/library_call.hpp"

namespace strandline {
namespace {

// Above any image, and far enough from the end of 64 bits that rows can be added to rows.
constexpr std::int64_t kMostRows = std::int64_t{1} << 60;

/// The bytes of a view. Throws InvalidArgument when it is empty or larger than an address space.
template <class View>
api::TouchedBytes checked_bytes(const View& view, std::int64_t pixel_bytes, const char* what) {
  if (view.data == nullptr) throw InvalidArgument(fmt::format("{} has no data, give a pointer to its pixels", what));
  if (view.rows < 1 || view.cols < 1) {
    throw InvalidArgument(
        fmt::format("{} is {} rows x {} cols, it needs at least one of each", what, view.rows, view.cols));
  }
  api::TouchedBytes bytes{reinterpret_cast<std::intptr_t>(view.data), view.rows, 0, view.stride_bytes};
  std::int64_t last_row_offset = 0;
  std::intptr_t last_row = 0;
  std::intptr_t end = 0;
  if (__builtin_mul_overflow(view.cols, pixel_bytes, &bytes.row_bytes) ||
      __builtin_mul_overflow(view.rows - 1, view.stride_bytes, &last_row_offset) ||
      __builtin_add_overflow(bytes.first, last_row_offset, &last_row) ||
      __builtin_add_overflow(bytes.first, bytes.row_bytes, &end) ||
      __builtin_add_overflow(last_row, bytes.row_bytes, &end)) {
    throw InvalidArgument(fmt::format("{} of {} rows x {} cols, {} bytes apart, is larger than an address space", what,
                                      view.rows, view.cols, view.stride_bytes));
  }
  return bytes;
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
  raster::check_kind(border_of(operation));
  raster::check_kind(band.input.pixel_type);
  const TouchedBytes input = checked_bytes(band.input, bytes_per_pixel(band.input.pixel_type), "input");
  const TouchedBytes output = checked_bytes(band.output, 1, "output");
  if (band.input.cols != band.output.cols) {
    throw InvalidArgument(
        fmt::format("input has {} columns and output {}, make them equal", band.input.cols, band.output.cols));
  }
  check_output_rows_are_apart(band.output);
  if (overlap(output, input)) throw InvalidArgument("output overlaps the input, give it memory of its own");
  if (band.valid.data != nullptr) {
    if (band.valid.rows != band.input.rows || band.valid.cols != band.input.cols) {
      throw InvalidArgument(fmt::format("validity is {} x {} but the input {} x {}, make them equal", band.valid.rows,
                                        band.valid.cols, band.input.rows, band.input.cols));
    }
    if (overlap(output, checked_bytes(band.valid, 1, "validity"))) {
      throw InvalidArgument("output overlaps the validity, give it memory of its own");
    }
  }
  check_rows(band, operation);
}

}  // namespace api

namespace {

void check_and_run(const Backend& backend, const Operation& operation, const Band& band, const RunOptions& options) {
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

}  // namespace

void run_band(const Backend& backend, const Operation& operation, const Band& band, const RunOptions& options) {
  scheduling::library_call([&] { check_and_run(backend, operation, band, options); });
}

}  // namespace strandline
