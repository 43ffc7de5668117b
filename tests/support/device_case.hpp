// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// One band in device memory with everything that decides its result, and its twin in host memory.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <strandline/backend.hpp>
#include <strandline/cuda.hpp>
#include <strandline/edges.hpp>

#include "support/device_image.hpp"
#include "support/random_pixels.hpp"

namespace strandline::test {

struct Layouts {
  Layout input;
  Layout valid;
  Layout output;
};

class DeviceCase {
 public:
  /// A copy of `source`, a band in host memory of which only the output's shape counts, not its pixels.
  DeviceCase(const EdgesOperation& operation, const Band& source, const Layouts& layouts, std::string name)
      : operation_(operation),
        shape_(source),
        name_(std::move(name)),
        input_(bytes_per_pixel(source.input.pixel_type), source.input.rows, source.input.cols, layouts.input,
               source.input.pixel_type == PixelType::f32 ? kNanGuard : kGuard),
        output_(1, source.output.rows, source.output.cols, layouts.output, kGuard) {
    if (source.valid.data) valid_.emplace(1, source.valid.rows, source.valid.cols, layouts.valid, kNodataGuard);
    set_pixels(source);
  }

  /// Takes other pixels of the same shape, in host memory.
  void set_pixels(const Band& source) {
    copy_rows(source.input, host_input());
    if (valid_) copy_rows(source.valid, valid_->on_host<std::uint8_t>());
    const ImageView<std::uint8_t> output = output_.on_host<std::uint8_t>();
    for (std::int64_t row = 0; row < output.rows; ++row) {
      std::memset(output.row_bytes(row), DeviceImage::kPoison, static_cast<std::size_t>(output.cols));
    }
  }

  const std::string& name() const { return name_; }
  std::int64_t bytes() const { return input_.bytes() + output_.bytes() + (valid_ ? valid_->bytes() : 0); }

  /// The host memory must stay as it is until the stream has passed it.
  void upload(cudaStream_t stream) const {
    input_.upload(stream);
    output_.upload(stream);
    if (valid_) valid_->upload(stream);
  }

  void enqueue(cudaStream_t stream) const {
    Band band = shape_;
    band.input = device_input();
    band.output = output_.on_device<std::uint8_t>();
    if (valid_) band.valid = valid_->on_device<std::uint8_t>();
    cuda::enqueue_band(operation_, band, stream);
  }

  /// Writes what is expected into the twin's output.
  void run_on_host(const Backend& oracle) {
    Band band = shape_;
    band.input = host_input();
    band.output = output_.on_host<std::uint8_t>();
    if (valid_) band.valid = valid_->on_host<std::uint8_t>();
    run_band(oracle, operation_, band);
  }

  ImageView<const std::uint8_t> expected() { return output_.on_host<std::uint8_t>(); }

  /// What differs from the twin, for people to read; empty when nothing does. Waits for the stream.
  std::string difference(cudaStream_t stream) const {
    if (std::string text = describe("output", output_.difference(stream)); !text.empty()) return text;
    if (std::string text = describe("input", input_.difference(stream)); !text.empty()) return text;
    return valid_ ? describe("validity", valid_->difference(stream)) : std::string();
  }

 private:
  // Guards do the most harm to whoever takes them for pixels: NaN in float images, nodata in validity.
  static constexpr std::uint8_t kGuard = 0xA5;
  static constexpr std::uint8_t kNanGuard = 0xFF;
  static constexpr std::uint8_t kNodataGuard = 0;

  static void copy_rows(const AnyImageView& from, const AnyImageView& to) {
    for (std::int64_t row = 0; row < from.rows; ++row) {
      std::memcpy(const_cast<std::byte*>(to.row_bytes(row)), from.row_bytes(row),
                  static_cast<std::size_t>(from.cols * bytes_per_pixel(from.pixel_type)));
    }
  }

  AnyImageView host_input() {
    return visit_pixel_type(shape_.input.pixel_type,
                            [&]<Pixel T>(T) { return AnyImageView(input_.template on_host<T>()); });
  }

  AnyImageView device_input() const {
    return visit_pixel_type(shape_.input.pixel_type,
                            [&]<Pixel T>(T) { return AnyImageView(input_.template on_device<T>()); });
  }

  std::string describe(const char* what, const std::optional<DeviceImage::Difference>& found) const {
    if (!found) return {};
    if (!found->is_pixel) return fmt::format("{}: a byte beside the pixels of the {} was written", name_, what);
    return fmt::format("{}: {} at row {}, column {} is {}, not {}", name_, what, found->row, found->col, found->actual,
                       found->expected);
  }

  EdgesOperation operation_;
  Band shape_;  // whose pointers mean nothing
  std::string name_;
  DeviceImage input_;
  DeviceImage output_;
  std::optional<DeviceImage> valid_;
};

/// Layouts with all three images aligned alike, or with at least one that is aligned to pixels only.
inline Layouts random_layouts(std::mt19937_64& choose, Alignment alignment, std::int64_t cols,
                              std::int64_t pixel_bytes) {
  const unsigned unaligned = alignment == Alignment::vector16 ? 0 : 1 + static_cast<unsigned>(choose() % 7);
  const auto of = [&](unsigned bit) { return unaligned & bit ? Alignment::pixel : Alignment::vector16; };
  return {random_layout(choose, of(1), cols, pixel_bytes), random_layout(choose, of(2), cols, 1),
          random_layout(choose, of(4), cols, 1)};
}

/// Pixels of a whole image in host memory, with validity or without.
template <Pixel T>
struct RandomImage {
  RandomImage(std::int64_t row_count, std::int64_t col_count, std::uint64_t seed, Texture texture, bool with_valid)
      : rows(row_count), cols(col_count), pixels(static_cast<std::size_t>(rows * cols)) {
    RandomPixels<T> pixel_at(seed, texture);
    for (std::int64_t i = 0; i < rows * cols; ++i) pixels[i] = pixel_at(i / cols, i % cols);
    if (!with_valid) return;
    std::mt19937_64 choose(seed);
    constexpr std::uint64_t kOneIn[] = {40, 1000, 1'000'000, 2};
    const std::uint64_t one_in = kOneIn[choose() % 4];
    valid.resize(pixels.size());
    for (std::uint8_t& byte : valid) byte = static_cast<std::uint8_t>(choose() % one_in == 0 ? 0 : 1 + choose() % 255);
  }

  Band band() const {
    return {rows,
            0,
            0,
            ImageView<const T>(pixels.data(), rows, cols),
            valid.empty() ? ImageView<const std::uint8_t>() : ImageView<const std::uint8_t>(valid.data(), rows, cols),
            {nullptr, rows, cols}};
  }

  std::int64_t rows;
  std::int64_t cols;
  std::vector<T> pixels;
  std::vector<std::uint8_t> valid;
};

/// A whole image whose threshold, texture, layouts and validity follow from `seed`.
template <Pixel T>
DeviceCase random_case(std::int64_t rows, std::int64_t cols, Border border, Alignment alignment, std::uint64_t seed) {
  std::mt19937_64 choose(seed);
  constexpr double kThresholds[] = {0, 0.02, 0.3, 1, 2};
  const double threshold = kThresholds[choose() % 5];
  const auto texture = Texture(choose() % 4);
  const RandomImage<T> image(rows, cols, seed, texture, choose() % 3 == 0);
  return DeviceCase(
      make_edges_operation({threshold, border, {}}, kPixelTypeOf<T>), image.band(),
      random_layouts(choose, alignment, cols, sizeof(T)),
      fmt::format("{} rows x {} cols of {}, border {}, threshold {}, {} validity, {}, seed {}", rows, cols,
                  to_string(kPixelTypeOf<T>), to_string(border), threshold, image.valid.empty() ? "without" : "with",
                  alignment == Alignment::vector16 ? "aligned" : "unaligned", seed));
}

}  // namespace strandline::test
