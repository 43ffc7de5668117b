// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the library refuses, and that it says so before it touches a pixel.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <strandline/backend.hpp>
#include <strandline/edges.hpp>
#include <strandline/edges_file.hpp>
#include <strandline/error.hpp>

#include "raster/memory_raster.hpp"

namespace strandline {
namespace {

class Arguments : public testing::Test {
 protected:
  std::array<std::uint8_t, 64> input_{};
  std::array<std::uint8_t, 64> output_{};
  ImageView<const std::uint8_t> in_{input_.data(), 8, 8};
  ImageView<std::uint8_t> out_{output_.data(), 8, 8};

  void refuse(AnyImageView in, ImageView<std::uint8_t> out, ImageView<const std::uint8_t> valid = {}) {
    output_.fill(9);
    EXPECT_THROW(edges(in, valid, out), InvalidArgument);
    for (const std::uint8_t byte : output_) ASSERT_EQ(9, byte);
  }
};

TEST_F(Arguments, ViewsWithoutPixels) {
  refuse(ImageView<const std::uint8_t>(nullptr, 8, 8), out_);
  refuse(in_, {nullptr, 8, 8});
  refuse(ImageView<const std::uint8_t>(input_.data(), 0, 8), {output_.data(), 0, 8});
  refuse(ImageView<const std::uint8_t>(input_.data(), 8, 0), {output_.data(), 8, 0});
  refuse(ImageView<const std::uint8_t>(input_.data(), -1, 8), out_);
}

TEST_F(Arguments, ShapesThatDisagree) {
  refuse(in_, {output_.data(), 8, 7});
  refuse(in_, {output_.data(), 7, 8});
  refuse(in_, out_, {input_.data(), 8, 7});
}

TEST_F(Arguments, RowsThatOverlap) {
  refuse(in_, {output_.data(), 8, 8, 7});
  refuse(in_, {output_.data() + 56, 8, 8, -7});
}

TEST_F(Arguments, OutputInsideInput) {
  refuse(ImageView<const std::uint8_t>(output_.data(), 8, 8), out_);
  refuse(in_, out_, {output_.data(), 8, 8});
  refuse(ImageView<const std::uint8_t>(output_.data() + 7, 1, 8), {output_.data(), 1, 8});
}

// What lies between the rows of a view belongs to others.
TEST_F(Arguments, TwoHalvesOfOneCanvasAreApart) {
  for (const std::int64_t stride : {16, -16}) {
    for (const std::int64_t input_col : {0, 8}) {
      std::array<std::uint8_t, 8 * 16> canvas{};
      for (std::size_t i = 0; i < canvas.size(); ++i) canvas[i] = static_cast<std::uint8_t>(i * i * 31 % 251);
      const auto half = [&](std::int64_t col) { return canvas.data() + (stride < 0 ? 7 * 16 : 0) + col; };
      const ImageView<const std::uint8_t> in(half(input_col), 8, 8, stride);
      for (std::int64_t row = 0; row < 8; ++row) std::memcpy(&input_[8 * row], in.row_bytes(row), 8);
      edges(in_, out_, {.threshold = 0.1});
      const auto before = canvas;
      const ImageView<std::uint8_t> out(half(8 - input_col), 8, 8, stride);
      edges(in, out, {.threshold = 0.1});
      for (std::int64_t row = 0; row < 8; ++row) {
        EXPECT_EQ(0, std::memcmp(out.row_bytes(row), &output_[8 * row], 8));
        EXPECT_EQ(0,
                  std::memcmp(in.row_bytes(row), before.data() + (half(input_col) - canvas.data()) + row * stride, 8));
      }
    }
  }
  // One column too many, and they do overlap.
  std::array<std::uint8_t, 9 * 16> canvas{};
  EXPECT_THROW(edges(ImageView<const std::uint8_t>(canvas.data(), 8, 9, 16),
                     ImageView<std::uint8_t>(canvas.data() + 8, 8, 9, 16)),
               InvalidArgument);
}

TEST_F(Arguments, SizesPastTheAddressSpace) {
  constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max() / 2;
  refuse(ImageView<const std::uint8_t>(input_.data(), kHuge, 8, kHuge), {output_.data(), kHuge, 8, kHuge});
  refuse(AnyImageView(ImageView<const float>(reinterpret_cast<const float*>(input_.data()), 1, kHuge, 4)),
         {output_.data(), 1, kHuge, kHuge});
}

TEST_F(Arguments, Thresholds) {
  for (const double threshold : {-0.1, std::nan(""), HUGE_VAL, 1e300, 1e18}) {
    EXPECT_THROW(make_edges_operation({threshold, Border::zero, {}}, PixelType::u8), InvalidArgument) << threshold;
  }
  for (const double full_scale : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    EXPECT_THROW(make_edges_operation({0.3, Border::zero, full_scale}, PixelType::u8), InvalidArgument) << full_scale;
  }
  EXPECT_THROW(edges(in_, out_, {-1, Border::zero, {}}), InvalidArgument);
  EXPECT_THROW(edges(in_, out_, {}, {"auto", -1}), InvalidArgument);
}

TEST_F(Arguments, ThresholdIsResolvedAsTheContractSays) {
  EXPECT_EQ(0.5f * 19584.0f * 19584.0f, make_edges_operation({}, PixelType::u8).half_squared_threshold);
  EXPECT_EQ(0.5f * 76.8f * 76.8f, make_edges_operation({}, PixelType::f32).half_squared_threshold);
  EXPECT_EQ(0.0f, make_edges_operation({0, Border::zero, {}}, PixelType::u16).half_squared_threshold);
}

template <class Function>
void expect_refused_with_value(const Function& call, const std::string& value) {
  try {
    call();
    ADD_FAILURE() << "taken without a word: " << value;
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find(value), std::string::npos) << error.what();
  }
}

// Other languages pass integers.
TEST_F(Arguments, IntegersThatNameNoBorder) {
  const Backend& backend = choose_backend("reference");
  RasterInfo info;
  info.rows = info.cols = 8;
  for (const int value : {5, 99, 255}) {
    const auto border = static_cast<Border>(value);
    const std::string told = "border " + std::to_string(value);
    const EdgesOperation operation{border, 1};
    expect_refused_with_value([&] { edges(in_, out_, {.border = border}); }, told);
    expect_refused_with_value([&] { make_edges_operation({.border = border}, PixelType::u8); }, told);
    expect_refused_with_value([&] { run_band(backend, operation, whole_image_band(in_, out_)); }, told);
    expect_refused_with_value([&] { plan_bands(info, operation, {}); }, told);
    expect_refused_with_value([&] { to_string(border); }, told);
    test::MemorySource<std::uint8_t> source(8, 8, std::vector<std::uint8_t>(64));
    test::MemorySink sink;
    StreamOptions options;
    options.plan = plan_bands(info, EdgesOperation{}, {});
    expect_refused_with_value([&] { stream(source, backend, operation, sink, options); }, told);
    EdgesFileOptions of_file;
    of_file.edges.border = border;
    expect_refused_with_value([&] { edges_file("/nowhere.pgm", "/nowhere/edges.pgm", of_file); }, told);
  }
}

TEST_F(Arguments, IntegersThatNameNoPixelType) {
  const Backend& backend = choose_backend("reference");
  RasterInfo info;
  info.rows = info.cols = 8;
  for (const int value : {3, 7, 255}) {
    const auto type = static_cast<PixelType>(value);
    const std::string told = "pixel type " + std::to_string(value);
    const AnyImageView in(reinterpret_cast<const std::byte*>(input_.data()), type, 8, 8, 8);
    expect_refused_with_value([&] { edges(in, out_); }, told);
    expect_refused_with_value([&] { make_edges_operation({}, type); }, told);
    expect_refused_with_value([&] { run_band(backend, EdgesOperation{}, whole_image_band(in, out_)); }, told);
    expect_refused_with_value([&] { choose_backend("auto", {.pixel_type = type, .rows = 8, .cols = 8}); }, told);
    info.pixel_type = type;
    expect_refused_with_value([&] { plan_bands(info, EdgesOperation{}, {}); }, told);
    CreateOptions create;
    create.rows = create.cols = 8;
    create.pixel_type = type;
    expect_refused_with_value([&] { create_raster(testing::TempDir() + "strandline_none.pgm", create); }, told);
  }
}

TEST_F(Arguments, IntegersThatNameNoCompression) {
  CreateOptions create;
  create.rows = create.cols = 8;
  create.compression = static_cast<Compression>(2);
  const std::string path = testing::TempDir() + "strandline_none.tif";
  expect_refused_with_value([&] { create_raster(path, create); }, "compression 2");
  create.compression = static_cast<Compression>(-1);
  expect_refused_with_value([&] { create_raster(path, create); }, "compression -1");
  EdgesFileOptions of_file;
  of_file.compression = static_cast<Compression>(2);
  expect_refused_with_value([&] { edges_file("/nowhere.pgm", "/nowhere/edges.pgm", of_file); }, "compression 2");
}

TEST_F(Arguments, BackendsThatAreNotThere) {
  EXPECT_THROW(choose_backend("gpu"), Unsupported);
  const auto backends = all_backends();
  const bool has_card = std::any_of(backends.begin(), backends.end(), [](const Backend* backend) {
    return backend->name() == "cuda" && backend->unavailable_because().empty();
  });
  if (has_card) GTEST_SKIP() << "NOT TESTED for cuda, a card is here";
  EXPECT_THROW(edges(in_, out_, {}, {"cuda", 0}), Unsupported);
  EXPECT_EQ("cpu", choose_backend("auto").name());
}

TEST_F(Arguments, BandsThatLackRows) {
  const Backend& backend = choose_backend("reference");
  const EdgesOperation operation = make_edges_operation({}, PixelType::u8);
  // Rows 8 to 11 of an image of 20 need rows 5 to 14.
  std::array<std::uint8_t, 20 * 8> image{};
  const ImageView<const std::uint8_t> all(image.data(), 20, 8);
  const auto holding = [&](std::int64_t first, std::int64_t end) {
    return Band{20, 8, first, all.rows_from(first, end - first), {}, out_.rows_from(0, 4)};
  };
  EXPECT_NO_THROW(run_band(backend, operation, holding(5, 15)));
  for (const std::int64_t missing : {1, 2, 3}) {
    EXPECT_THROW(run_band(backend, operation, holding(5 + missing, 15)), InvalidArgument) << missing << " above";
    EXPECT_THROW(run_band(backend, operation, holding(5, 15 - missing)), InvalidArgument) << missing << " below";
  }
  EXPECT_THROW(run_band(backend, operation, Band{20, 17, 14, in_.rows_from(0, 6), {}, out_.rows_from(0, 4)}),
               InvalidArgument)
      << "output past the last row";
  EXPECT_THROW(run_band(backend, operation, Band{20, 0, -3, in_, {}, out_.rows_from(0, 2)}), InvalidArgument)
      << "rows outside the frame without wrap";
  constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();
  EXPECT_THROW(run_band(backend, operation, Band{8, kHuge, 0, in_, {}, out_}), InvalidArgument);
  EXPECT_THROW(run_band(backend, operation, Band{kHuge, 0, 0, in_, {}, out_}), InvalidArgument);
  EXPECT_THROW(run_band(backend, operation, Band{8, 0, kHuge, in_, {}, out_}), InvalidArgument);
  const EdgesOperation wrapping = make_edges_operation({0.3, Border::wrap, {}}, PixelType::u8);
  EXPECT_THROW(run_band(backend, wrapping, Band{8, 0, -kHuge, in_, {}, out_}), InvalidArgument);
}

}  // namespace
}  // namespace strandline
