// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The device API on images past 2^31 pixels, and with more rows or columns than a grid has blocks.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cuda/runtime/buffer.hpp"
#include "cuda/runtime/stream.hpp"
#include "support/device_batch.hpp"
#include "support/gpu.hpp"
#include "support/parameter_names.hpp"

namespace strandline::test {
namespace {

constexpr std::uint64_t kSeed = 20261130;

/// Empty when the card has that much memory free, else why not.
std::string no_room_for(std::int64_t bytes) {
  std::size_t free = 0;
  std::size_t total = 0;
  cuda::check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
  const auto needed = static_cast<std::size_t>(bytes) + (std::size_t{256} << 20);
  if (free >= needed) return {};
  return fmt::format("NOT TESTED, {} MiB of device memory are needed and {} MiB are free", needed >> 20, free >> 20);
}

struct Shape {
  std::int64_t rows;
  std::int64_t cols;
  const char* name;
};

void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.name; }

class DeviceLong : public GpuTest, public testing::WithParamInterface<std::tuple<PixelType, Shape>> {};

TEST_P(DeviceLong, EqualsCpu) {
  const PixelType type = std::get<0>(GetParam());
  const Shape& shape = std::get<1>(GetParam());
  if (const std::string reason = no_room_for(7 * shape.rows * shape.cols); !reason.empty()) GTEST_SKIP() << reason;
  const cuda::Stream stream;
  DeviceBatch batch(choose_backend("cpu"), stream.get());
  std::uint64_t seed = kSeed;
  const auto add = [&](Border border, Alignment alignment) {
    visit_pixel_type(type,
                     [&]<Pixel T>(T) { batch.add(random_case<T>(shape.rows, shape.cols, border, alignment, ++seed)); });
  };
  add(Border::zero, Alignment::vector16);
  add(Border::wrap, Alignment::vector16);
  add(Border::reflect101, Alignment::pixel);
  EXPECT_TRUE(batch.result());
}

INSTANTIATE_TEST_SUITE_P(All, DeviceLong,
                         testing::Combine(testing::ValuesIn(kAllPixelTypes),
                                          testing::Values(Shape{70'000, 40, "70000_rows"},
                                                          Shape{1'100'000, 40, "1100000_rows"},
                                                          Shape{3, 3'000'000, "3000000_cols"})),
                         [](const auto& parameters) {
                           return std::string(to_string(std::get<0>(parameters.param))) + "_" +
                                  std::get<1>(parameters.param).name;
                         });

/// An image of which each row repeats kPeriod rows further down, so that the host need not hold it. The period is
/// prime: a row number that loses its upper bits reads another row.
template <Pixel T>
class PeriodicImage {
 public:
  static constexpr std::int64_t kPeriod = 1009;

  PeriodicImage(std::int64_t row_count, std::int64_t col_count, bool with_valid)
      : rows(row_count), cols(col_count), period_(kPeriod, cols, kSeed, Texture::noise, false) {
    if (!with_valid) return;
    std::mt19937_64 choose(kSeed);
    period_.valid.assign(period_.pixels.size(), 1);
    for (int i = 0; i < 20'000; ++i) period_.valid[choose() % period_.valid.size()] = 0;
  }

  bool has_valid() const { return !period_.valid.empty(); }
  const T* pixels() const { return period_.pixels.data(); }
  const std::uint8_t* valid() const { return period_.valid.data(); }

  /// What the cpu backend makes of rows [first, first + count).
  std::vector<std::uint8_t> expected(const EdgesOperation& operation, std::int64_t first, std::int64_t count) const {
    const std::int64_t begin = std::max<std::int64_t>(0, first - 3);
    const std::int64_t end = std::min(rows, first + count + 3);
    std::vector<T> held;
    std::vector<std::uint8_t> held_valid;
    for (std::int64_t row = begin; row < end; ++row) {
      const std::int64_t at = row % kPeriod * cols;
      held.insert(held.end(), period_.pixels.begin() + at, period_.pixels.begin() + at + cols);
      if (has_valid()) {
        held_valid.insert(held_valid.end(), period_.valid.begin() + at, period_.valid.begin() + at + cols);
      }
    }
    std::vector<std::uint8_t> result(static_cast<std::size_t>(count * cols));
    Band band{rows, first, begin, ImageView<const T>(held.data(), end - begin, cols), {}, {result.data(), count, cols}};
    if (has_valid()) band.valid = {held_valid.data(), end - begin, cols};
    run_band(choose_backend("cpu"), operation, band);
    return result;
  }

  std::int64_t rows;
  std::int64_t cols;

 private:
  RandomImage<T> period_;
};

/// Rows of `bytes` each, copied to the card again and again until `rows` are there.
void repeat_rows(std::byte* device, const void* period, std::int64_t period_rows, std::int64_t rows,
                 std::int64_t bytes) {
  for (std::int64_t row = 0; row < rows; row += period_rows) {
    const std::int64_t count = std::min(period_rows, rows - row);
    const void* from = row == 0 ? period : device;
    cuda::check(cudaMemcpy(device + row * bytes, from, count * bytes, cudaMemcpyDefault), "cudaMemcpy");
  }
}

struct Huge {
  PixelType type;
  Border border;
  bool with_valid;
  std::int64_t cols;  // 50,000: rows suit the fast kernels; 49,999: they do not
};

std::string name_of_huge(const Huge& huge) {
  return fmt::format("{}_{}{}_{}_cols", to_string(huge.type), to_string(huge.border), huge.with_valid ? "_valid" : "",
                     huge.cols);
}

void PrintTo(const Huge& huge, std::ostream* out) { *out << name_of_huge(huge); }

class DeviceHuge : public GpuTest, public testing::WithParamInterface<Huge> {};

// Every byte is looked at: inside, the output repeats as the input does.
TEST_P(DeviceHuge, EqualsCpu) {
  const Huge& huge = GetParam();
  constexpr std::int64_t kRows = 50'000;
  const std::int64_t pixels = kRows * huge.cols;
  const std::int64_t bytes = bytes_per_pixel(huge.type);
  if (const std::string reason = no_room_for(pixels * (bytes + 2)); !reason.empty()) GTEST_SKIP() << reason;
  visit_pixel_type(huge.type, [&]<Pixel T>(T) {
    const PeriodicImage<T> image(kRows, huge.cols, huge.with_valid);
    constexpr std::int64_t kPeriod = PeriodicImage<T>::kPeriod;
    const cuda::DeviceBuffer<std::byte> input(pixels * bytes);
    const cuda::DeviceBuffer<std::byte> valid(huge.with_valid ? pixels : 0);
    const cuda::DeviceBuffer<std::uint8_t> output(pixels);
    repeat_rows(input.data(), image.pixels(), kPeriod, kRows, huge.cols * bytes);
    if (huge.with_valid) repeat_rows(valid.data(), image.valid(), kPeriod, kRows, huge.cols);
    cuda::check(cudaMemset(output.data(), DeviceImage::kPoison, pixels), "cudaMemset");

    const EdgesOptions options = {0.5, huge.border, {}};
    const cuda::Stream stream;
    cuda::check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");  // the stream doesn't wait for the copies above
    cuda::enqueue_edges(ImageView<const T>(reinterpret_cast<const T*>(input.data()), kRows, huge.cols),
                        {reinterpret_cast<const std::uint8_t*>(valid.data()), kRows, huge.cols},
                        {output.data(), kRows, huge.cols}, options, stream.get());
    const EdgesOperation operation = make_edges_operation(options, huge.type);
    const std::vector<std::uint8_t> inside = image.expected(operation, kPeriod, kPeriod);
    stream.synchronize();

    std::vector<std::uint8_t> found(inside.size());
    for (std::int64_t row = 0; row < kRows; row += kPeriod) {
      const std::int64_t count = std::min(kPeriod, kRows - row);
      cuda::check(cudaMemcpy(found.data(), output.data() + row * huge.cols, count * huge.cols, cudaMemcpyDeviceToHost),
                  "cudaMemcpy");
      const bool touches_frame = row == 0 || row + count + 3 > kRows;
      const std::vector<std::uint8_t> at_frame =
          touches_frame ? image.expected(operation, row, count) : std::vector<std::uint8_t>();
      const std::vector<std::uint8_t>& expected = touches_frame ? at_frame : inside;
      if (std::memcmp(found.data(), expected.data(), count * huge.cols) == 0) continue;
      const std::int64_t at = std::mismatch(expected.begin(), expected.end(), found.begin()).first - expected.begin();
      FAIL() << "row " << row + at / huge.cols << ", col " << at % huge.cols << " is " << int{found[at]} << ", not "
             << int{expected[at]};
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, DeviceHuge,
                         testing::Values(Huge{PixelType::u8, Border::reflect101, false, 50'000},
                                         Huge{PixelType::u8, Border::zero, true, 50'000},
                                         Huge{PixelType::u8, Border::replicate, false, 49'999},
                                         Huge{PixelType::u16, Border::reflect, false, 50'000},
                                         Huge{PixelType::f32, Border::reflect101, false, 50'000}),
                         [](const auto& parameters) { return name_of_huge(parameters.param); });

}  // namespace
}  // namespace strandline::test
