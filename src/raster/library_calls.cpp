// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Sources and sinks as callers get them: what holds for every call of the library holds for those of their members.
#include "raster/library_calls.hpp"

#include <utility>

#include "raster/check_kinds.hpp"
#include "scheduling/library_call.hpp"

namespace strandline::raster {
namespace {

using scheduling::library_call;

class CalledSource final : public RasterSource {
 public:
  explicit CalledSource(std::unique_ptr<RasterSource> source) : source_(std::move(source)) {}
  ~CalledSource() override {
    const scheduling::DefaultFloatingPoint arithmetic;
    source_.reset();
  }

  const RasterInfo& info() const override { return source_->info(); }
  void read(std::int64_t first_row, MutableAnyImageView pixels, ImageView<std::uint8_t> valid) override {
    library_call([&] {
      check_kind(pixels.pixel_type);
      source_->read(first_row, pixels, valid);
    });
  }
  void finish_reading(const WarningHandler& warn) override {
    library_call([&] { source_->finish_reading(warn); });
  }

 private:
  std::unique_ptr<RasterSource> source_;
};

class CalledSink final : public RasterSink {
 public:
  explicit CalledSink(std::unique_ptr<RasterSink> sink) : sink_(std::move(sink)) {}
  ~CalledSink() override {
    const scheduling::DefaultFloatingPoint arithmetic;
    sink_.reset();
  }

  void write(std::int64_t first_row, AnyImageView pixels) override {
    library_call([&] {
      check_kind(pixels.pixel_type);
      sink_->write(first_row, pixels);
    });
  }
  void finish(std::optional<double> nodata) override {
    library_call([&] { sink_->finish(nodata); });
  }

 private:
  std::unique_ptr<RasterSink> sink_;
};

}  // namespace

std::unique_ptr<RasterSource> as_library_calls(std::unique_ptr<RasterSource> source) {
  return std::make_unique<CalledSource>(std::move(source));
}

std::unique_ptr<RasterSink> as_library_calls(std::unique_ptr<RasterSink> sink) {
  return std::make_unique<CalledSink>(std::move(sink));
}

}  // namespace strandline::raster
