// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Reads the bands of a picture one after the other.
#include "raster/band_reader.hpp"

#include <algorithm>
#include <cstring>

#include <strandline/band.hpp>

namespace strandline::raster {
namespace {

void copy_rows(MutableAnyImageView from, MutableAnyImageView to) {
  const auto row_bytes = static_cast<std::size_t>(from.cols * bytes_per_pixel(from.pixel_type));
  for (std::int64_t row = 0; row < from.rows; ++row) std::memcpy(to.row_bytes(row), from.row_bytes(row), row_bytes);
}

}  // namespace

BandBuffer::BandBuffer(const RasterInfo& info, std::int64_t max_rows)
    : pixel_type_(info.pixel_type),
      has_valid_(info.has_valid),
      cols_(info.cols),
      pixels_(static_cast<std::size_t>(max_rows * info.cols * bytes_per_pixel(info.pixel_type))),
      valid_(static_cast<std::size_t>(info.has_valid ? max_rows * info.cols : 0)) {}

MutableAnyImageView BandBuffer::pixels(std::int64_t rows) {
  return {pixels_.data(), pixel_type_, rows, cols_, cols_ * bytes_per_pixel(pixel_type_)};
}

ImageView<std::uint8_t> BandBuffer::valid(std::int64_t rows) {
  if (!has_valid_) return {};
  return {valid_.data(), rows, cols_};
}

BandReader::BandReader(RasterSource& source, Border border, std::int64_t halo)
    : source_(source), border_(border), halo_(halo), carried_(source.info(), 2 * halo) {}

BandReader::Interval BandReader::needed_rows(std::int64_t first_row, std::int64_t rows) const {
  const Interval needed{first_row - halo_, first_row + rows + halo_};
  if (border_ == Border::wrap) return needed;
  return {std::max<std::int64_t>(0, needed.begin), std::min(source_.info().rows, needed.end)};
}

void BandReader::read_rows(std::int64_t begin, MutableAnyImageView pixels, ImageView<std::uint8_t> valid) {
  const std::int64_t image_rows = source_.info().rows;
  for (std::int64_t done = 0; done < pixels.rows;) {
    const std::int64_t row = border_index(begin + done, image_rows, border_);
    const std::int64_t count = std::min(pixels.rows - done, image_rows - row);
    source_.read(row, pixels.rows_from(done, count), valid.data ? valid.rows_from(done, count) : valid);
    done += count;
  }
}

Band BandReader::read(std::int64_t first_row, std::int64_t rows, BandBuffer& buffer) {
  const Interval needed = needed_rows(first_row, rows);
  const auto pixels = buffer.pixels(needed.end - needed.begin);
  const auto valid = buffer.valid(needed.end - needed.begin);

  const std::int64_t carried = carried_rows_.end - carried_rows_.begin;
  copy_rows(carried_.pixels(carried), pixels);
  if (valid.data) copy_rows(carried_.valid(carried), valid);
  const std::int64_t fresh = pixels.rows - carried;
  if (fresh > 0) {
    read_rows(needed.begin + carried, pixels.rows_from(carried, fresh),
              valid.data ? valid.rows_from(carried, fresh) : valid);
  }

  carried_rows_ = {std::max(needed.begin, needed_rows(first_row + rows, 1).begin), needed.end};
  const std::int64_t kept = carried_rows_.end - carried_rows_.begin;
  copy_rows(pixels.rows_from(pixels.rows - kept, kept), carried_.pixels(kept));
  if (valid.data) copy_rows(valid.rows_from(valid.rows - kept, kept), carried_.valid(kept));

  return {source_.info().rows, first_row, needed.begin, pixels, valid, {}};
}

}  // namespace strandline::raster
