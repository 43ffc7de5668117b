// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// A source and a sink in memory that watch how the pipeline uses them.
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

#include <strandline/raster.hpp>

namespace strandline::test {

template <Pixel T>
class MemorySource final : public RasterSource {
 public:
  MemorySource(std::int64_t rows, std::int64_t cols, std::vector<T> pixels, std::vector<std::uint8_t> valid = {})
      : pixels_(std::move(pixels)), valid_(std::move(valid)) {
    info_.rows = rows;
    info_.cols = cols;
    info_.pixel_type = kPixelTypeOf<T>;
    info_.full_scale = natural_full_scale(info_.pixel_type);
    info_.has_valid = !valid_.empty();
    info_.block_row_bytes = cols * static_cast<std::int64_t>(sizeof(T));
  }

  const RasterInfo& info() const override { return info_; }

  void read(std::int64_t first_row, MutableAnyImageView pixels, ImageView<std::uint8_t> valid) override {
    if (first_row >= fail_from_row) throw std::runtime_error("read failed");
    for (std::int64_t row = 0; row < pixels.rows; ++row) {
      const std::int64_t from = (first_row + row) * info_.cols;
      std::memcpy(pixels.row_bytes(row), pixels_.data() + from, static_cast<std::size_t>(info_.cols) * sizeof(T));
      if (info_.has_valid) {
        std::memcpy(valid.row_bytes(row), valid_.data() + from, static_cast<std::size_t>(info_.cols));
      }
      rows_read.push_back(first_row + row);
    }
  }

  std::int64_t fail_from_row = INT64_MAX;
  std::vector<std::int64_t> rows_read;

 private:
  RasterInfo info_;
  std::vector<T> pixels_;
  std::vector<std::uint8_t> valid_;
};

class MemorySink final : public RasterSink {
 public:
  void write(std::int64_t first_row, AnyImageView rows) override {
    if (first_row >= fail_from_row) throw std::runtime_error("write failed");
    if (first_row != next_row_) throw std::logic_error("rows out of order");
    next_row_ += rows.rows;
    for (std::int64_t row = 0; row < rows.rows; ++row) {
      const auto* bytes = reinterpret_cast<const std::uint8_t*>(rows.row_bytes(row));
      pixels.insert(pixels.end(), bytes, bytes + rows.cols);
    }
  }
  void finish(std::optional<double>) override {}

  std::int64_t fail_from_row = INT64_MAX;
  std::vector<std::uint8_t> pixels;

 private:
  std::int64_t next_row_ = 0;
};

}  // namespace strandline::test
