// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Files in programs that round otherwise, flush subnormals or trap exceptions: what is read of them and written.
#include <cstdint>
#include <string>
#include <vector>

#include <strandline/edges_file.hpp>

#include "raster/gdal_picture.hpp"
#include "raster/temporary_folder.hpp"
#include "support/floating_point_state.hpp"

namespace strandline::test {
namespace {

std::vector<std::byte> pixels_of(const std::filesystem::path& path) {
  const auto source = open_raster(path);
  const RasterInfo& info = source->info();
  const std::int64_t row_bytes = info.cols * bytes_per_pixel(info.pixel_type);
  std::vector<std::byte> pixels(static_cast<std::size_t>(info.rows * row_bytes));
  std::vector<std::uint8_t> valid(info.has_valid ? static_cast<std::size_t>(info.rows * info.cols) : 0);
  source->read(0, {pixels.data(), info.pixel_type, info.rows, info.cols, row_bytes},
               valid.empty() ? ImageView<std::uint8_t>() : ImageView<std::uint8_t>(valid.data(), info.rows, info.cols));
  source->finish_reading([](std::string_view) {});
  return pixels;
}

std::string edges_of(const std::filesystem::path& input, const std::filesystem::path& output) {
  EdgesFileOptions options;
  options.edges.threshold = 0.1;
  options.execution.threads = 2;
  options.overwrite = true;
  edges_file(input, output, options);
  return read_file(output);
}

template <class Function>
void expect_same_in_every_state(const Function& call) {
  const auto expected = call();
  for (const FloatingPointState& state : all_floating_point_states()) {
    auto actual = expected;
    FloatingPointRegisters before;
    FloatingPointRegisters after;
    {
      const SetFloatingPoint set(state);
      before = floating_point_registers();
      actual = call();
      after = floating_point_registers();
    }
    ASSERT_TRUE(expected == actual) << state;
    ASSERT_EQ(before, after) << state;
  }
}

TEST(GdalFloatingPoint, ConversionsToF32AreTheSameInEveryState) {
  const TemporaryFolder folder;
  for (const GDALDataType type : {GDT_UInt32, GDT_Int32, GDT_Float32, GDT_Float64}) {
    PictureRecipe recipe;
    recipe.type = type;
    const bool is_float = type == GDT_Float32 || type == GDT_Float64;
    recipe.pixel = [=](int, int row, int col) {
      const double value = 16'777'217.0 + 123'457.0 * (11 * row + col);
      return is_float ? (row < 3 ? value * 1e-46 : value / 3) : value;
    };
    recipe.declare = [](GDALDataset& picture) { picture.GetRasterBand(1)->SetNoDataValue(17'024'131.0); };
    const auto path = make_picture(folder / (std::string(GDALGetDataTypeName(type)) + ".tif"), recipe);
    const auto edges = folder / "edges.tif";
    SCOPED_TRACE(path);
    expect_same_in_every_state([&] { return pixels_of(path); });
    expect_same_in_every_state([&] { return edges_of(path, edges); });
  }
}

TEST(GdalFloatingPoint, LumaIsTheSameInEveryState) {
  const TemporaryFolder folder;
  for (const GDALDataType type : {GDT_Byte, GDT_Float32}) {
    PictureRecipe recipe;
    recipe.type = type;
    recipe.bands = {GCI_RedBand, GCI_GreenBand, GCI_BlueBand};
    recipe.pixel = [](int band, int row, int col) { return (31 * band + 17 * row + 5 * col) / 3.0; };
    const auto path = make_picture(folder / (std::string(GDALGetDataTypeName(type)) + ".tif"), recipe);
    expect_same_in_every_state([&] { return pixels_of(path); });
  }
}

TEST(GdalFloatingPoint, NetpbmIsTheSameInEveryState) {
  const TemporaryFolder folder;
  std::string floats = "Pf\n8 8\n-1e-310\n";  // a scale that is subnormal
  for (int i = 0; i < 64; ++i) {
    const float pixel = static_cast<float>(i * i % 7) * 1e-40F;
    floats.append(reinterpret_cast<const char*>(&pixel), sizeof(pixel));
  }
  const auto pfm = write_file(folder / "a.pfm", floats);
  const auto edges = folder / "edges.pgm";
  expect_same_in_every_state([&] { return pixels_of(pfm); });
  expect_same_in_every_state([&] { return edges_of(pfm, edges); });
}

}  // namespace
}  // namespace strandline::test
