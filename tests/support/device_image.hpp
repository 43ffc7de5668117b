// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Images in device memory with a twin in host memory whose every byte, pixel or not, is compared.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <random>
#include <vector>

#include <strandline/image_view.hpp>

#include "cuda/runtime/buffer.hpp"

namespace strandline::test {

/// How rows lie in memory that is aligned to 256 bytes.
struct Layout {
  std::int64_t offset_bytes = 0;  ///< of the first row in memory
  std::int64_t gap_bytes = 0;     ///< between rows
  bool bottom_up = false;         ///< the last row lies first, so that the stride is negative
  /// Guard bytes at both ends; without them the allocation ends with the last pixel, which memcheck watches.
  std::int64_t margin_bytes = 256;
};

/// What of an image's address is a multiple of what.
enum class Alignment {
  vector16,  ///< base and stride of 16 bytes, which the fast kernels ask for
  pixel,     ///< base and stride of the pixel's size only
};

inline void PrintTo(Alignment alignment, std::ostream* out) {
  *out << (alignment == Alignment::vector16 ? "aligned" : "unaligned");
}

inline Layout random_layout(std::mt19937_64& choose, Alignment alignment, std::int64_t cols, std::int64_t pixel_bytes) {
  const auto up_to = [&](std::uint64_t most) { return static_cast<std::int64_t>(choose() % (most + 1)); };
  const bool bottom_up = choose() % 4 == 0;
  if (alignment == Alignment::pixel) return {pixel_bytes * up_to(70), pixel_bytes * up_to(20), bottom_up};
  const std::int64_t to_next_16 = -(cols * pixel_bytes) & 15;
  return {16 * up_to(9), to_next_16 + 16 * up_to(3), bottom_up};
}

/// A (rows, cols) image of pixels of `pixel_bytes`, twice: in device memory and, laid out alike, in host memory. Pixels
/// are poisoned until they are set in host memory and uploaded.
class DeviceImage {
 public:
  static constexpr std::uint8_t kPoison = 0x5A;

  DeviceImage(std::int64_t pixel_bytes, std::int64_t rows, std::int64_t cols, const Layout& layout, std::uint8_t guard)
      : row_bytes_(cols * pixel_bytes),
        pitch_(row_bytes_ + layout.gap_bytes),
        first_(layout.margin_bytes + layout.offset_bytes),
        rows_(rows),
        cols_(cols),
        bottom_up_(layout.bottom_up),
        host_(static_cast<std::size_t>(first_ + (rows - 1) * pitch_ + row_bytes_ + layout.margin_bytes), guard),
        device_(static_cast<std::int64_t>(host_.size())) {
    for (std::int64_t row = 0; row < rows; ++row)
      std::fill_n(host_.data() + first_ + row * pitch_, row_bytes_, kPoison);
  }

  template <Pixel T>
  ImageView<T> on_host() {
    return view<T>(host_.data());
  }

  template <Pixel T>
  ImageView<T> on_device() const {
    return view<T>(device_.data());
  }

  std::int64_t bytes() const { return device_.bytes(); }

  /// Enqueues the copy. The host memory must stay as it is until the stream has passed it.
  void upload(cudaStream_t stream) const {
    cuda::check(cudaMemcpyAsync(device_.data(), host_.data(), host_.size(), cudaMemcpyHostToDevice, stream),
                "cudaMemcpyAsync");
  }

  struct Difference {
    bool is_pixel;  ///< else a guard byte: then row and col are meaningless
    std::int64_t row;
    std::int64_t col;
    int expected;
    int actual;
  };

  /// The first byte in which device memory and host memory differ. Waits for the stream.
  std::optional<Difference> difference(cudaStream_t stream) const {
    std::vector<std::uint8_t> actual(host_.size());
    cuda::check(cudaMemcpyAsync(actual.data(), device_.data(), actual.size(), cudaMemcpyDeviceToHost, stream),
                "cudaMemcpyAsync");
    cuda::check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    if (actual == host_) return std::nullopt;
    const auto [expected, found] = std::mismatch(host_.begin(), host_.end(), actual.begin());
    const std::int64_t at = (expected - host_.begin()) - first_;
    const std::int64_t row = at / pitch_;
    const bool is_pixel = at >= 0 && row < rows_ && at % pitch_ < row_bytes_;
    return Difference{is_pixel, bottom_up_ ? rows_ - 1 - row : row, at % pitch_ / (row_bytes_ / cols_), *expected,
                      *found};
  }

 private:
  template <Pixel T>
  ImageView<T> view(std::uint8_t* memory) const {
    std::uint8_t* first = memory + first_ + (bottom_up_ ? (rows_ - 1) * pitch_ : 0);
    return {reinterpret_cast<T*>(first), rows_, cols_, bottom_up_ ? -pitch_ : pitch_};
  }

  std::int64_t row_bytes_;
  std::int64_t pitch_;
  std::int64_t first_;
  std::int64_t rows_;
  std::int64_t cols_;
  bool bottom_up_;
  std::vector<std::uint8_t> host_;
  cuda::DeviceBuffer<std::uint8_t> device_;
};

}  // namespace strandline::test
